import AggCommands
import AggConfiguration
import AggCore
import AggHTTP
import AggMCP
import AggProcess
import AggShell
import AggSource
import AggStorage
import Foundation

/// Builds the parts of the program, each from the previous ones, and runs them.
struct Assembly {
    let options: ProgramOptions
    let environment: [String: String]
    let sources: [any DataSource.Type]
    let streams: StandardStreams

    func run() async throws -> ExitStatus {
        // The configuration, and a registry that finds its own faults in the same run.
        let presentation = Application.errorPresentation(options.color, environment)
        let (configuration, faults) = Configuration.read(explicit: options.configuration, environment: environment)
        let beginning = Beginning(
            options, streams, isInteractive: TerminalEnvironment(environment: environment).isInteractive)
        let storeFault = storeFault(configuration)
        let examined = try await registry(configuration, faults + [storeFault].compactMap(\.self), beginning)
        let registry = examined.registry
        let paths = try paths(configuration, beginning)
        // The store: both files, or a notice of what was wrong with one.
        let stores = try await stores(paths.store, beginning, configuration, hasFault: storeFault != nil)
        if !options.isQuiet {
            for notice in stores.notices { streams.writeError(Renderer.render(remark: notice, presentation)) }
        }
        // The HTTP client, created on first use, with a log if one is requested.
        let secrets = Secrets(environment: environment)
        let log = try ProgramLog(level: options.logLevel, file: options.logFile, secrets, streams)
        let atOnce = OpenFileLimit.hosts(wished: configuration.hostsAtOnce)
        let client = CurlHTTPClient(
            limits: configuration.network, userAgent: "agg/\(Version.text)", hostsAtOnce: atOnce,
            isOffline: options.isOffline)
        let http: any HTTPClient = log.map { LoggedHTTPClient(client, logger: $0.logger) } ?? client
        let runner = SubprocessRunner()
        var programs: any ProgramRunner = options.isOffline ? NoPrograms(.offlineByChoice) : runner
        if let log { programs = LoggedProgramRunner(programs, logger: log.logger) }
        var services = SourceServices(
            http: http, environment: environment, maxWait: configuration.network.maxWait, programs: programs)
        services.learnSecret = { secrets.add($0) }
        let aggregator = Aggregator(
            registry: registry, store: stores.mirror, users: stores.user, merger: stores.merger,
            readMarks: stores.readMarks,
            alerts: stores.alerts, locks: stores.locks, services: services,
            favoritesLimit: configuration.favoritesLimit, sourcesAtOnce: atOnce,
            catalogs: configuration.catalogs,
            configurations: SourceFiles(explicit: options.configuration, environment: environment))
        let interrupts = InterruptMonitor()
        // A server may not respond, so Ctrl-C works from here on; for a folder, the tasks would only take time.
        let early = stores.shared == nil ? nil : interrupts
        let unstored: SourceError?
        do throws(StoreError) {
            // Only commands that manage the store itself, and those that explain agg, work without one.
            let isNeeded = !beginning.isAboutStore && !beginning.needsNoStore && storeFault == nil
            unstored = try await interruptible(by: early) { () async throws(StoreError) -> SourceError? in
                isNeeded ? try await aggregator.prepareStarters(isShared: stores.shared != nil) : nil
            }
        } catch {
            if error == .cancelled { throw error }
            let isDoctor = try await interruptible(by: early) { () async throws(StoreError) -> Bool in
                await beginning.isDoctorAtLast()
            }
            guard isDoctor else {
                await tellAssistant(error, beginning)
                throw error
            }
            unstored = nil
        }
        let mustStayEmpty = tell(unstored, stores, presentation)
        let session = Session()
        let settings = StartingSettings(
            options: options, environment: environment, configuration: configuration, aggregator: aggregator,
            streams: streams)
        try await interruptible(by: early) { () async throws(StoreError) in await settings.apply(to: session) }
        let status = await Run(
            options: options, environment: environment, streams: streams, aggregator: aggregator, stores: stores,
            mustStayEmpty: mustStayEmpty, session: session, paths: paths, log: log, interrupts: interrupts,
            beginning: beginning, faults: examined.faults,
            health: [
                ConfigurationHealth(configuration, faults: examined.faults, paths: paths), stores.health,
                ScheduleHealth(locks: stores.locks, configurationHome: paths.configurationHome),
                TerminalHealth(environment: environment), CurlHealth(),
            ]
        ).run()
        await runner.endAll()
        stores.end()
        // The process is about to exit. Closing connections on other threads would race with the libraries' own cleanup
        // at exit, and deallocating everything would take a tenth of the time of a short command.
        _ = Unmanaged.passRetained(client)
        _ = Unmanaged.passRetained(aggregator)
        return status
    }

    /// The locations of the program's files; commands that need no store use none that could be away.
    private func paths(
        _ configuration: Configuration, _ beginning: Beginning
    ) throws(ConfigurationFaults) -> Paths {
        do throws(ConfigurationFaults) {
            let paths = try Paths(
                config: options.configuration, store: options.store, configured: configuration.store,
                environment: environment)
            if !beginning.needsNoStore || OpenStore.canOpen(paths.store) { return paths }
        } catch {
            guard beginning.needsNoStore else { throw error }
        }
        return try Paths(config: options.configuration, store: OpenStore.nowhere, environment: environment)
    }

    /// Answers the first request of an assistant with the error of the store, since it sees nothing else.
    private func tellAssistant(_ error: StoreError, _ beginning: Beginning) async {
        guard beginning.isAssistant, !TerminalEnvironment(environment: environment).isInteractive else { return }
        await MCPServer.refuse(CommandError(error).message, on: .standard(streams))
    }

    /// The fault of the store's address in the configuration; nil if it is valid, or if an option or a variable precedes it.
    private func storeFault(_ configuration: Configuration) -> ConfigurationFault? {
        let isNamed = [options.store, environment["AGG_STORE"]].contains { $0?.isEmpty == false }
        guard !isNamed, let address = configuration.store else { return nil }
        do throws(StoreError) { try OpenStore.check(address, environment: environment) } catch {
            // A missing library is not a fault of the file.
            if error.code == StoreError.usageCode {
                return ConfigurationFault(error.reason, at: configuration.storePlace)
            }
        }
        return nil
    }

    /// The store; failing to open it is tolerated only for `doctor`, for commands that need none, and if the configuration has
    /// a fault in its address, which was reported.
    private func stores(
        _ address: String, _ beginning: Beginning, _ configuration: Configuration, hasFault: Bool
    ) async throws(StoreError) -> OpenStore {
        let isTolerant = beginning.isDoctor || beginning.needsNoStore || hasFault
        do throws(StoreError) { return try open(address, configuration, isTolerant: isTolerant) } catch {
            if !isTolerant, await !beginning.isDoctorAtLast() {
                await tellAssistant(error, beginning)
                throw error
            }
            do throws(StoreError) { return try open(address, configuration, isTolerant: true) } catch {
                return try .unusable(error)
            }
        }
    }

    private func open(
        _ address: String, _ configuration: Configuration, isTolerant: Bool
    ) throws(StoreError) -> OpenStore {
        let retention = ChangeRetention(
            count: configuration.changesLimit, seconds: configuration.changesKeep / .seconds(1))
        return try .open(
            address, environment: environment, retention: retention, program: options.program,
            isOffline: options.isOffline, toleratesFaults: isTolerant)
    }

    /// The sources, with the faults of the configuration if the first command reports them.
    private func registry(
        _ configuration: Configuration, _ faults: [ConfigurationFault], _ beginning: Beginning
    ) async throws(ConfigurationFaults) -> (registry: SourceRegistry, faults: [ConfigurationFault]) {
        var faults = faults
        do throws(ConfigurationFaults) {
            let registry = try SourceRegistry(
                kinds: sources, entries: configuration.sources, simulation: options.simulation)
            if faults.isEmpty { return (registry, []) }
        } catch {
            faults += error.faults.filter { !faults.contains($0) }
        }
        for entry in configuration.repeated {
            do { _ = try SourceRegistry(kinds: sources, entries: [entry]) } catch {
                faults += error.faults.filter { !faults.contains($0) }
            }
        }
        let all = ConfigurationFaults(faults)
        if await !beginning.isDoctorAtLast() {
            guard await beginning.needsNoSourceAtLast() else { throw all }
            let presentation = Application.errorPresentation(options.color, environment)
            if !options.isQuiet {
                streams.writeError(Renderer.render(all, asJSON: options.format?.isJSON ?? false, presentation))
            }
        }
        return (try SourceRegistry(kinds: sources, entries: [], simulation: options.simulation), all.faults)
    }
}
