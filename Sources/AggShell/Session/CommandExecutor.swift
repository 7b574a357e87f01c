package import AggCommands

/// Runs commands one after the other and shows what they answer: the way every line takes, typed, scripted or one-shot.
package struct CommandExecutor: Sendable {
    /// What became of a command.
    package struct Executed: Sendable {
        /// The status it ended with.
        package var status: ExitStatus
        /// How to leave; nil to go on.
        package var leave: CommandOutput.Leave?

        /// The status of a program that runs this command and nothing else.
        package var exitStatus: ExitStatus {
            if case .with(let chosen) = leave { chosen } else { status }
        }
    }

    private let runner: CommandRunner
    private let session: Session
    private let streams: StandardStreams
    private let surroundings: Surroundings
    private let interrupts: InterruptMonitor?
    private let progress: ProgressDisplay
    private let starters: StarterNotice?

    /// Makes an executor; with a notice, a script is told when all it gets is a sample.
    package init(
        runner: CommandRunner,
        session: Session,
        streams: StandardStreams,
        surroundings: Surroundings,
        interrupts: InterruptMonitor?,
        progress: ProgressDisplay,
        starters: StarterNotice? = nil
    ) {
        self.runner = runner
        self.session = session
        self.streams = streams
        self.surroundings = surroundings
        self.interrupts = interrupts
        self.progress = progress
        self.starters = starters
    }

    /// Runs a command and writes its answer and its errors; Ctrl-C cancels it.
    package func execute(_ words: [Word], line: Int? = nil) async -> Executed {
        let task = Task { () -> Result<CommandOutput, CommandError> in
            do throws(CommandError) { return .success(try await runner.run(words)) } catch { return .failure(error) }
        }
        interrupts?.setHandler { _ in task.cancel() }
        let result = await task.value
        interrupts?.setHandler(nil)
        if case .success = result { progress.clear(answerFollows: true) } else { progress.clear() }
        let isJSON = wantsJSON(words)
        switch result {
        case .success(let output):
            show(output, line: line, isJSON: isJSON)
            return Executed(status: output.status, leave: output.leave)
        case .failure(var error):
            error.line = line
            streams.writeError(Renderer.render(error, asJSON: isJSON))
            return Executed(status: error.status)
        }
    }

    /// Writes to the terminal beside a running command, whose progress makes room.
    func aside(_ body: () -> Void) {
        progress.aside(body)
    }

    private func show(_ output: CommandOutput, line: Int?, isJSON: Bool) {
        let settings = session.settings
        let presentation = surroundings.presentation(output.format ?? settings.mode, settings)
        streams.write(Renderer.render(output, presentation))
        streams.flush()
        for var error in output.errors {
            error.line = line
            streams.writeError(Renderer.render(error, asJSON: isJSON))
        }
        if output.showsRecords { starters?.tell(of: output.sources, streams) }
    }

    private func wantsJSON(_ words: [Word]) -> Bool {
        let format = Arguments.format(in: words) ?? session.settings.mode
        return format == .json || format == .ndjson
    }
}
