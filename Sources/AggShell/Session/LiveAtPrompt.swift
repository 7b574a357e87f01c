package import AggCommands

extension EditLineReader {
    /// Searches while the person types, until they choose or leave; answers at once where the terminal cannot do that.
    package func live(_ search: LiveSearch, style: Style) async -> LiveSearch.End {
        let output = LiveOutput.standardOutput
        if let refusal = output.refusal { return refusal }
        return await lend { [streams, interrupts, notices] typedAhead in
            LiveTerminal(
                search, typedAhead: typedAhead, streams: streams, interrupts: interrupts, notices: notices,
                output: output,
                style: style)?.run() ?? .left
        }
    }
}
