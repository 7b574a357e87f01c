import AggCommands
import AggSource

extension CommandExecutor {
    /// Runs a command repeatedly until Ctrl-C, the last of a given number of runs, or a usage error.
    ///
    /// A terminal shows the latest answer; anything else receives only answers that differ from the previous one.
    func watch(_ repetition: Repetition, _ statement: Statement, _ place: ScriptPlace) async -> Executed {
        guard !delivery.isSilent else {
            return fail(.usage("“watch” cannot run in a startup file"), statement, place)
        }
        var inner = statement
        inner.words = repetition.words
        var screen = WatchScreen()
        var status = ExitStatus.done
        var last: Result<CommandOutput, CommandError>?
        var fingerprint: Int?
        var isInterrupted = false
        var count = 0
        var drawn: AlternateScreen?
        if draws(inner) {
            // A notice would vanish together with what is drawn.
            progress.cover(true)
            let alternate = AlternateScreen(streams)
            interrupts?.handleJobControl { alternate.handle($0) }
            drawn = alternate
        }
        runs: while true {
            count += 1
            let (result, wasInterrupted) = await run(inner)
            isInterrupted = wasInterrupted
            progress.clear()
            if isInterrupted { break }
            last = result
            switch result {
            case .success(let output):
                let previous = fingerprint
                fingerprint = Renderer.fingerprint(of: output)
                if let drawn {
                    drawn.draw(frame(output, repetition, &screen))
                } else {
                    if fingerprint != previous || output.whenDelivered != nil {
                        status = first(status, await finish(output, inner, place) ?? .done)
                    }
                    for error in output.errors { _ = fail(error, inner, place) }
                }
                status = first(status, output.status)
            case .failure(let error):
                if let drawn {
                    let output = CommandOutput(TextAnswer(error.message), status: error.status)
                    drawn.draw(frame(output, repetition, &screen))
                } else {
                    _ = fail(error, inner, place)
                }
                status = first(status, error.status)
                if error.status == .usage { break runs }
            }
            if count == repetition.count || streams.outcome != .written { break }
            isInterrupted = await interruptible { try? await Task.sleep(for: repetition.pause) }.isInterrupted
            if isInterrupted { break }
        }
        if let drawn {
            // What was drawn has vanished, so the last result is repeated below; after Ctrl-C, the prompt follows at
            // once.
            drawn.end()
            interrupts?.handleJobControl(with: nil)
            progress.cover(false)
            var executor = self
            executor.delivery.usesPager = !isInterrupted
            switch last {
            case .success(let output):
                status = first(status, await executor.finish(output, inner, place) ?? .done)
                for error in output.errors { _ = fail(error, inner, place) }
            case .failure(let error): _ = fail(error, inner, place)
            case nil: break
            }
        }
        return Executed(status: isInterrupted ? .interrupted : status)
    }

    /// Whether answers are drawn on the screen, because they are for people at a terminal that can redraw.
    private func draws(_ statement: Statement) -> Bool {
        let terminal = delivery.terminal
        let format = Arguments.format(in: statement.words) ?? session.settings.mode
        return terminal.hasTerminalOutput && statement.destination == nil && format.isForPeople
            && TerminalEnvironment.isCapable(terminal.environment["TERM"])
    }

    /// The text that draws an answer on the screen.
    private func frame(_ output: CommandOutput, _ repetition: Repetition, _ screen: inout WatchScreen) -> String {
        let settings = session.settings
        var presentation = delivery.terminal.presentation(output.format ?? settings.mode, settings)
        let style = presentation.style
        presentation.usesColor = false
        presentation.showsTiming = false
        // The screen leaves the last column free.
        presentation.width = presentation.width.map { $0 - 1 }
        let errors = output.errors.map { Renderer.render($0, asJSON: false, presentation) }.joined()
        let size = TerminalSize(of: 1) ?? TerminalSize(columns: 80, rows: 24)
        return screen.frame(
            repetition.title, Renderer.render(output, presentation) + errors, size: size, style: style)
    }

    private func first(_ status: ExitStatus, _ next: ExitStatus) -> ExitStatus { status == .done ? next : status }
}
