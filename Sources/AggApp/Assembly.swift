import AggCommands
import AggConfiguration
import AggCore
import AggHTTP
import AggShell
import AggStore
import Foundation

/// Builds the parts of the program, each from those before it, and runs them.
struct Assembly {
    let options: ProgramOptions
    let environment: [String: String]
    let sources: [any DataSource.Type]
    let streams: StandardStreams

    func run() async throws -> ExitStatus {
        // The configuration, and a registry that finds its own faults in the same run.
        let (configuration, faults) = Configuration.read(explicit: options.configuration, environment: environment)
        let registry = try registry(configuration, faults)
        let paths = try Paths(config: options.configuration, store: options.store, environment: environment)
        // The store: both files, or a notice of what was wrong with one.
        let stores = try Stores.open(folder: URL(fileURLWithPath: paths.store, isDirectory: true))
        if !options.isQuiet {
            for notice in stores.notices { streams.writeError("agg: \(notice)\n") }
        }
        // The way outside, made when it is first used.
        let http = CurlHTTPClient(
            limits: configuration.network, userAgent: "agg/\(Version.text)", isOffline: options.isOffline)
        let services = SourceServices(
            http: http, environment: environment, maxWait: configuration.network.maxWait)
        let aggregator = Aggregator(
            registry: registry, store: stores.mirror, users: stores.user, services: services,
            favoritesLimit: configuration.favoritesLimit,
            configurations: SourceFiles(explicit: options.configuration, environment: environment))
        try await aggregator.prepareStarters()
        return await session(aggregator, stores.sql, configuration, paths)
    }

    private func registry(
        _ configuration: Configuration, _ faults: [ConfigurationFault]
    ) throws(ConfigurationFaults) -> SourceRegistry {
        do throws(ConfigurationFaults) {
            let registry = try SourceRegistry(
                kinds: sources, entries: configuration.sources, simulation: options.simulation)
            guard faults.isEmpty else { throw ConfigurationFaults(faults) }
            return registry
        } catch {
            throw ConfigurationFaults(faults + error.faults.filter { !faults.contains($0) })
        }
    }

    private func session(
        _ aggregator: Aggregator, _ sql: any SQLReader, _ configuration: Configuration, _ paths: Paths
    ) async -> ExitStatus {
        var settings = Settings()
        settings.limit = configuration.searchLimit
        settings.mode = options.format ?? settings.mode
        settings.color = options.color
        let session = Session(settings: settings)
        let surroundings = Surroundings(environment: environment)
        let interrupts = InterruptMonitor()
        let progress = ProgressDisplay(
            streams: streams, isEnabled: surroundings.hasTerminalErrors && !options.isQuiet)
        var context = CommandContext(
            aggregator: aggregator, session: session, isOneShot: !options.words.isEmpty,
            progress: { progress.show($0) })
        context.isOffline = options.isOffline
        context.sql = sql
        var policy = CommandRunner.Policy()
        policy.maxAge = options.maxAge
        policy.isStrict = options.isStrict

        func executor(starters: StarterNotice?) -> CommandExecutor {
            CommandExecutor(
                runner: CommandRunner(context: context, policy: policy), session: session, streams: streams,
                surroundings: surroundings, interrupts: interrupts, progress: progress, starters: starters)
        }

        let starters = options.isQuiet ? nil : StarterNotice()
        if !options.words.isEmpty {
            let executed = await executor(starters: starters).execute(options.words)
            return executed.exitStatus
        }
        let isInteractive = options.commands == nil && surroundings.isInteractive
        if isInteractive, let interrupts, let reader = lineReader(context, paths, interrupts) {
            context.asker = TerminalAsker(reader: reader)
            context.preview = {
                AnswerPreview(session: session, surroundings: surroundings, streams: streams).show($0, $1)
            }
            return await InteractiveSession(
                reader: reader, executor: executor(starters: nil), aggregator: aggregator, streams: streams,
                interrupts: interrupts, version: Version.text,
                background: options.isOffline ? nil : BackgroundRefresh(aggregator: aggregator, session: session)
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
            stopsAtFailure: options.stopsAtFailure, isStrict: options.isStrict
        ).run()
    }

    private func lineReader(
        _ context: CommandContext, _ paths: Paths, _ interrupts: InterruptMonitor
    ) -> EditLineReader? {
        let completer = CommandCompleter(context: context)
        return EditLineReader(
            history: paths.history.map { History(path: $0) }, streams: streams, interrupts: interrupts
        ) { line, cursor in
            let proposal = await completer.complete(line, at: cursor)
            return Completion(
                start: proposal.start, candidates: proposal.candidates.map { Completion.Candidate($0) })
        }
    }
}
