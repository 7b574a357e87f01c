import AggCommands
import AggConfiguration
import AggCore
import AggShell
import AggStore
import Foundation

/// One run of the program over its parts: a command, a session or a script.
struct Run {
    let options: ProgramOptions
    let environment: [String: String]
    let streams: StandardStreams
    let aggregator: Aggregator
    let stores: Stores
    let session: Session
    let paths: Paths
    let log: ProgramLog?
    let health: [any HealthCheck]

    func run() async -> ExitStatus {
        let surroundings = Surroundings(environment: environment)
        let interrupts = InterruptMonitor()
        let progress = ProgressDisplay(
            streams: streams, isEnabled: surroundings.hasTerminalErrors && !options.isQuiet)
        var context = CommandContext(
            aggregator: aggregator, session: session, isOneShot: !options.words.isEmpty,
            progress: { [log] event in
                progress.show(event)
                log?.tell(event)
            })
        context.isOffline = options.isOffline
        context.isQuiet = options.isQuiet
        context.sql = stores.sql
        context.health = health
        context.repairer = stores.repairer
        let history = paths.history.map { History(path: $0) }
        if let history { context.history = { history.lines } }
        let opener = LinkOpener(environment: environment, interrupts: interrupts)
        context.openLink = { link throws(CommandError) in try await opener.open(link) }
        var policy = CommandRunner.Policy()
        policy.maxAge = options.maxAge
        policy.isStrict = options.isStrict
        let failures = FailurePolicy(stopsAtFailure: options.stopsAtFailure, isStrict: options.isStrict)

        func executor(starters: StarterNotice?, failures: FailurePolicy = failures) -> CommandExecutor {
            CommandExecutor(
                runner: CommandRunner(context: context, policy: policy), session: session, streams: streams,
                surroundings: surroundings, interrupts: interrupts, progress: progress, starters: starters,
                failures: failures)
        }

        await startUp(executor(starters: nil, failures: FailurePolicy()).silent)
        let starters = options.isQuiet ? nil : StarterNotice()
        if !options.words.isEmpty {
            return await executor(starters: starters).execute(Statement(options.words)).exitStatus
        }
        if options.commands == nil, surroundings.isInteractive, let interrupts,
            let reader = lineReader(context, history, interrupts)
        {
            context.asker = TerminalAsker(reader: reader)
            // What takes back what it wrote needs a terminal that can.
            if !["", "dumb"].contains(environment["TERM"] ?? "") {
                context.preview = { [session, streams] in
                    AnswerPreview(
                        session: session, surroundings: surroundings, streams: streams, progress: progress
                    ).show($0, $1)
                }
                context.live = { [session] search in
                    await reader.live(search, usesColor: surroundings.usesColor(session.settings.color))
                }
            }
            if let log, log.isOnStandardError { log.destination.redirect(to: reader.announce) }
            return await InteractiveSession(
                reader: reader, executor: executor(starters: nil, failures: FailurePolicy()), aggregator: aggregator,
                streams: streams, interrupts: interrupts, version: Version.text,
                background: options.isOffline
                    ? nil
                    : BackgroundRefresh(aggregator: aggregator, session: session, isQuiet: options.isQuiet)
            ).run()
        }
        if options.commands == nil, isFolder(0) {
            let error = CommandError.usage("standard input is a folder, not a script")
            streams.writeError(Renderer.render(error, asJSON: options.format == .json))
            return error.status
        }
        let lines: any LineReader =
            options.commands.map { TextLineReader($0, streams: streams) } ?? PlainLineReader(streams: streams)
        return await ScriptSession(
            reader: lines, executor: executor(starters: starters), streams: streams, interrupts: interrupts,
            failures: failures
        ).run()
    }

    /// Runs the startup file, where there is one: its settings hold, its answers are not shown, its errors are.
    private func startUp(_ executor: CommandExecutor) async {
        guard !options.skipsStartup, let path = paths.startupFile, Self.exists(path) else { return }
        session.commandOrigin = .file
        defer { session.commandOrigin = .command }
        do throws(CommandError) { _ = await executor.run(try ScriptFile(path)) } catch {
            streams.writeError(Renderer.render(error, asJSON: options.format == .json))
        }
        session.forgetAnswers()
    }

    private static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    private func lineReader(
        _ context: CommandContext, _ history: History?, _ interrupts: InterruptMonitor
    ) -> EditLineReader? {
        let completer = CommandCompleter(context: context)
        return EditLineReader(history: history, streams: streams, interrupts: interrupts) { line, cursor in
            let proposal = await completer.complete(line, at: cursor)
            return Completion(
                start: proposal.start,
                // What would not stand in the line as it is, such as a title with an escape in it, is not offered.
                candidates: proposal.candidates.filter { VisibleText.of($0) == $0 }.map { text in
                    // Behind the name of a column, a source or a folder the word goes on.
                    Completion.Candidate(text, appendsBlank: !text.hasSuffix(":") && !text.hasSuffix("/"))
                })
        }
    }
}
