import AggCommands
import AggConfiguration
import AggShell
import AggStorage

extension Run {
    /// The reader of lines at a terminal; nil if libedit cannot use the terminal.
    func editLineReader(_ interrupts: InterruptMonitor) -> EditLineReader? {
        let completer = CommandCompleter(context: context)
        return EditLineReader(history: history, streams: streams, interrupts: interrupts) { line, cursor in
            let proposal = await completer.complete(line, at: cursor)
            return Completion(
                start: proposal.start,
                // Skip text that would look different in the line, such as a title with an escape character.
                candidates: proposal.candidates.filter { VisibleText.of($0) == $0 }.map { text in
                    // After the name of a column, a source, or a folder, the word continues.
                    Completion.Candidate(text, appendsBlank: ![":", "=", "/"].contains { text.hasSuffix($0) })
                }, isCut: proposal.isCut)
        }
    }

    func runSession(_ reader: EditLineReader, _ interrupts: InterruptMonitor) async -> ExitStatus {
        if let log, log.isOnStandardError {
            log.destination.redirect { [progress] line in progress.aside { reader.announce(line) } }
        }
        let executor = executor(of: attended(by: reader))
        let news = options.isQuiet ? nil : context.sharedStore?.news()
        let listening = news.map { news in
            Task {
                for await source in news {
                    executor.aside { reader.announce("\(source) has new rows: another user refreshed it.") }
                }
            }
        }
        defer { listening?.cancel() }
        return await InteractiveSession(
            reader: reader, executor: executor, aggregator: aggregator, streams: streams,
            interrupts: interrupts, version: Version.text,
            background: options.isOffline
                ? nil
                : BackgroundRefresh(
                    aggregator: aggregator, session: session, alerts: AlertRun(context), isQuiet: options.isQuiet,
                    mayRefresh: stores.mayRefresh)
        ).run()
    }

    /// The context for commands at a terminal, where questions can be asked and output can be redrawn.
    private func attended(by reader: EditLineReader) -> CommandContext {
        var context = context
        context.prompter = TerminalPrompter(reader: reader)
        guard canTakeBack else { return context }
        let preview = AnswerPreview(session: session, terminal: terminal, streams: streams, progress: progress)
        context.preview = { preview.show($0, $1) }
        context.live = { [session, terminal] search in
            await reader.live(search, style: terminal.presentation(.table, session.settings).style)
        }
        return context
    }

    /// The context of a single command, with `live` if there is someone to type.
    var oneShot: CommandContext {
        var context = context
        context.serveAssistant = { await serveAssistant(allowsRefresh: $0) }
        guard canTakeBack, let interrupts, let output = LiveOutput.ofShell else { return context }
        context.live = { [session, terminal, streams] search in
            let style =
                output == .standardError
                ? terminal.errorPresentation(session.settings).style
                : terminal.presentation(.table, session.settings).style
            return await output.live(search, streams: streams, interrupts: interrupts, style: style)
        }
        return context
    }

    /// Whether the terminal can redraw earlier output.
    private var canTakeBack: Bool { TerminalEnvironment.isCapable(terminal.environment["TERM"]) }
}
