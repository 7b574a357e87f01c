import AggCommands

/// Brings an answer to where it goes: standard output, the pager, a file, a command.
struct AnswerDelivery: Sendable {
    let session: Session
    let streams: StandardStreams
    let surroundings: Surroundings
    let interrupts: InterruptMonitor?
    let pager: Pager
    /// Whether answers that go nowhere else are not shown.
    var isSilent = false

    /// Delivers an answer.
    ///
    /// - Throws: One sentence where the file or the command did not take it.
    func deliver(_ output: CommandOutput, to destination: Statement.Destination?) async throws(CommandError) {
        switch destination {
        case .file(let path, let appends):
            let picture = path.lowercased().hasSuffix(".svg") ? output.svg : nil
            let bytes = Array((picture ?? text(output, surroundings.redirected)).utf8)
            try AnswerFile(path: path, appends: appends).write(bytes)
        case .command(let command):
            let bytes = Array(text(output, surroundings.redirected).utf8)
            streams.flush()
            try await AnswerPipe(command: command, environment: surroundings.environment)
                .write(bytes, interrupts: interrupts)
        case nil where isSilent: break
        case nil: await show(text(output, surroundings))
        }
    }

    private func text(_ output: CommandOutput, _ surroundings: Surroundings) -> String {
        let settings = session.settings
        return Renderer.render(output, surroundings.presentation(output.format ?? settings.mode, settings))
    }

    private func show(_ text: String) async {
        if surroundings.isInteractive, let command = pager.command(for: session.settings.pager),
            let size = TerminalSize(of: 1), Pager.isNeeded(for: text, on: size)
        {
            streams.flush()
            switch await pager.show(text, with: command, interrupts) {
            case .shown: return
            case .notShown(let reason):
                if let reason { streams.writeError("agg: \(VisibleText.of(reason))\n") }
            }
        }
        streams.write(text)
        streams.flush()
    }
}
