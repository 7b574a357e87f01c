package import AggCommands

/// Runs the lines of a script: goes on after a command that failed, and ends with the first failure's status.
package struct ScriptSession: Sendable {
    private let reader: any LineReader
    private let executor: CommandExecutor
    private let streams: StandardStreams
    private let interrupts: InterruptMonitor?
    private let stopsAtFailure: Bool
    private let isStrict: Bool

    /// Makes a session; with `stopsAtFailure` (`--bail`) it ends at the first command that failed, at one that was
    /// only partly done (status 6) just with `isStrict`.
    package init(
        reader: any LineReader,
        executor: CommandExecutor,
        streams: StandardStreams,
        interrupts: InterruptMonitor?,
        stopsAtFailure: Bool,
        isStrict: Bool
    ) {
        self.reader = reader
        self.executor = executor
        self.streams = streams
        self.interrupts = interrupts
        self.stopsAtFailure = stopsAtFailure
        self.isStrict = isStrict
    }

    /// Runs all lines.
    ///
    /// - Returns: The status to end with.
    package func run() async -> ExitStatus {
        var firstFailure: ExitStatus?
        var number = 0
        while true {
            let line: String
            switch await nextLine() {
            case .line(let next): line = next
            case .interrupted: return .interrupted
            case .endOfInput: return ended(firstFailure)
            }
            number += 1
            for words in CommandLine(line).commands {
                let executed = await executor.execute(words, line: number)
                if executed.status != .done { firstFailure = firstFailure ?? executed.status }
                switch executed.leave {
                case .with(let status): return status
                case .asItWent: return ended(firstFailure)
                case nil: break
                }
                if executed.status == .interrupted { return .interrupted }
                if streams.outcome != .written { return ended(firstFailure) }
                if stops(executed.status) { return executed.status }
            }
        }
    }

    /// The next line, or an interruption while it is waited for: a script may come slowly through a pipe.
    private func nextLine() async -> LineInput {
        guard let interrupts else { return await reader.readLine(prompt: "") }
        let (inputs, input) = AsyncStream.makeStream(of: LineInput.self)
        interrupts.setHandler { _ in input.yield(.interrupted) }
        defer { interrupts.setHandler(nil) }
        if interrupts.endRequest != nil { return .interrupted }
        Task { input.yield(await reader.readLine(prompt: "")) }
        var iterator = inputs.makeAsyncIterator()
        return await iterator.next() ?? .interrupted
    }

    private func stops(_ status: ExitStatus) -> Bool {
        stopsAtFailure && status != .done && (status != .partial || isStrict)
    }

    /// A reader that has gone away (`agg … | head`) is no failure.
    private func ended(_ firstFailure: ExitStatus?) -> ExitStatus {
        firstFailure ?? .done
    }
}
