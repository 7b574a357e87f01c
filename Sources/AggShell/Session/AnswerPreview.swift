package import AggCommands

/// Draws what there is of an answer for the person at the terminal, while the rest of it is waited for.
package struct AnswerPreview: Sendable {
    /// Whether the answer of the running command goes to a file or a command, so that nobody watches it come.
    @TaskLocal static var isRedirected = false

    private let session: Session
    private let terminal: TerminalEnvironment
    private let streams: StandardStreams
    private let progress: ProgressDisplay

    /// Makes a preview; the display takes it away when the whole answer is there.
    package init(
        session: Session, terminal: TerminalEnvironment, streams: StandardStreams, progress: ProgressDisplay
    ) {
        self.progress = progress
        self.session = session
        self.terminal = terminal
        self.streams = streams
    }

    /// Draws an output, unless the form is one for programs.
    package func show(_ output: CommandOutput, _ format: OutputFormat?) {
        let settings = session.settings
        let format = format ?? settings.mode
        guard format.isForPeople, !Self.isRedirected else { return }
        let text = Renderer.render(output, terminal.presentation(format, settings))
        streams.write(text)
        streams.flush()
        progress.remember(preview: text)
    }
}
