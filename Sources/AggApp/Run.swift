import AggCommands
import AggConfiguration
import AggCore
import AggShell
import AggSource
import AggStorage
import Foundation

/// One run of the program: a command, a session, or a script.
struct Run {
    let options: ProgramOptions
    let streams: StandardStreams
    let aggregator: Aggregator
    let stores: OpenStore
    /// Whether the store has no rows, and this user may not fill it.
    let mustStayEmpty: Bool
    let session: Session
    let paths: Paths
    let log: ProgramLog?
    let terminal: TerminalEnvironment
    let interrupts: InterruptMonitor?
    let progress: ProgressDisplay
    let history: History?
    let beginning: Beginning
    /// The context of every command; a session at a terminal adds what only works there.
    let context: CommandContext

    init(
        options: ProgramOptions, environment: [String: String], streams: StandardStreams, aggregator: Aggregator,
        stores: OpenStore, mustStayEmpty: Bool, session: Session, paths: Paths, log: ProgramLog?,
        interrupts: InterruptMonitor?, beginning: Beginning, faults: [ConfigurationFault], health: [any HealthCheck]
    ) {
        let terminal = TerminalEnvironment(environment: environment, isOffline: options.isOffline)
        streams.giveUp(if: { [weak interrupts] in interrupts?.endRequest != nil })
        let progress = ProgressDisplay(
            streams: streams, isEnabled: terminal.hasTerminalErrors && !options.isQuiet)
        if let log, log.isOnStandardError {
            log.destination.redirect { line in progress.aside { streams.writeError(line + "\n") } }
        }
        let history = paths.history.map { History(path: $0) }
        var context = CommandContext(
            aggregator: aggregator, session: session, commands: .builtIn, isOneShot: !options.words.isEmpty,
            progress: { event in
                progress.show(event)
                log?.tell(event)
            })
        context.program = options.program
        context.isOffline = options.isOffline
        context.isQuiet = options.isQuiet
        context.sql = stores.sql
        context.health = health
        context.repairer = stores.repairer
        context.sharedStore = stores.shared
        context.openStore = { address throws(StoreError) in
            // It is known whether the server of this run responds.
            let isOwn = stores.shared != nil && address == paths.store
            let store =
                try isOwn
                ? stores : OpenStore.open(address, environment: environment, isOffline: options.isOffline)
            return CopiedStore(
                records: store.mirror, users: store.user, favorites: store.merger, readMarks: store.readMarks,
                alerts: store.alerts)
        }
        context.hasStore = { OpenStore.exists(at: $0) }
        context.areSameStore = { OpenStore.areSame($0, $1, environment: environment) }
        if let history { context.history = { history.lines } }
        let opener = LinkOpener(environment: environment)
        context.openLink = { link throws(CommandError) in try await opener.open(link) }
        let editor = FileEditor(environment: environment, streams: streams, interrupts: interrupts)
        context.editFile = { path, isTemporary throws(CommandError) in
            try await editor.edit(path, isTemporary: isTemporary)
        }
        context.environment = environment
        let pages = GeneratedPages(kinds: aggregator.registry.kinds, environment: environment)
        context.generated = { name throws(CommandError) in
            do { return try pages.text(name) } catch { throw CommandError(error) }
        }
        if !faults.isEmpty { context.unusable = .configuration(faults.count) }
        // Last, because the server gets a copy of all of the above.
        context.serve = Self.server(context, options, stores, streams, log)
        self.options = options
        self.streams = streams
        self.aggregator = aggregator
        self.stores = stores
        self.mustStayEmpty = mustStayEmpty
        self.session = session
        self.paths = paths
        self.log = log
        self.terminal = terminal
        self.interrupts = interrupts
        self.progress = progress
        self.history = history
        self.beginning = beginning
        self.context = context
    }

    func run() async -> ExitStatus {
        if let status = await runStartupFile() { return status }
        if readsStatements { return await runStatements() }
        if !options.words.isEmpty {
            return await executor(of: oneShot, missingRows: missingRows, failures: failures)
                .execute(Statement(options.words)).exitStatus
        }
        if let script = beginning.script { return await runScript(script) }
        if let interrupts, let reader = editLineReader(interrupts) { return await runSession(reader, interrupts) }
        return await runScript(PlainLineReader(streams: streams))
    }

    /// Creates the executor of commands; by default it gives no notice of samples and continues after failures, as in a
    /// session.
    func executor(
        of context: CommandContext? = nil, missingRows: MissingRowsNotice? = nil,
        failures: FailurePolicy = FailurePolicy()
    ) -> CommandExecutor {
        CommandExecutor(
            runner: CommandRunner(context: context ?? self.context, policy: policy), session: session,
            streams: streams, terminal: terminal, interrupts: interrupts, progress: progress,
            missingRows: missingRows, failures: failures)
    }

    /// The options of the program that apply to every command.
    var policy: CommandRunner.Policy {
        var policy = CommandRunner.Policy()
        policy.maxAge = options.maxAge
        policy.isStrict = options.isStrict
        return policy
    }

    var failures: FailurePolicy {
        FailurePolicy(stopsAtFailure: options.stopsAtFailure, isStrict: options.isStrict)
    }

    var missingRows: MissingRowsNotice? {
        options.isQuiet || mustStayEmpty ? nil : MissingRowsNotice(program: options.program)
    }

    /// Runs the startup file, if there is one: its settings apply, and its errors are shown, but not its answers.
    ///
    /// - Returns: The exit status if the file ends the program; nil otherwise.
    private func runStartupFile() async -> ExitStatus? {
        guard !options.skipsStartup, let path = paths.startupFile, FileManager.default.fileExists(atPath: path) else {
            return nil
        }
        session.commandOrigin = .file
        defer { session.commandOrigin = .command }
        var executed: CommandExecutor.Executed?
        do throws(CommandError) { executed = await executor().silent.run(try ScriptFile(path)) } catch { refuse(error) }
        session.forgetAnswers()
        if case .with(let status) = executed?.leave {
            let place = executed?.leftAt
            let line = place?.line.map { ":\($0)" } ?? ""
            notice("\(place?.file ?? path)\(line): “exit” ended agg at startup; use --no-init to skip the startup file")
            return status
        }
        guard executed?.status == .interrupted else { return nil }
        // Ctrl-C never ends a session, only the file.
        let startsSession = options.words.isEmpty && beginning.script == nil
        guard startsSession, interrupts?.endRequest == nil else { return .interrupted }
        notice("skipped the rest of \(path) because of Ctrl-C")
        return nil
    }

    /// Writes a notice to standard error, unless only answers and errors are wanted.
    private func notice(_ text: String) {
        guard !options.isQuiet else { return }
        streams.writeError(Renderer.render(remark: text, terminal.errorPresentation(session.settings)))
    }

    private func runScript(_ lines: any LineReader) async -> ExitStatus {
        if options.commands == nil, isFolder(0) {
            let error = CommandError.usage("standard input is a folder, not a script")
            refuse(error)
            return error.status
        }
        return await ScriptSession(
            reader: lines, executor: executor(missingRows: missingRows, failures: failures), streams: streams,
            interrupts: interrupts, failures: failures
        ).run()
    }

    func refuse(_ error: CommandError) {
        streams.writeError(
            Renderer.render(
                error, asJSON: options.format?.isJSON ?? false, terminal.errorPresentation(session.settings)))
    }
}
