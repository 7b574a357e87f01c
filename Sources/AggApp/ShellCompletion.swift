import AggCommands
import AggConfiguration
import AggCore
import AggHTTP
import AggPostgres
import AggSource
import Foundation

/// The output of `--complete WORDS`, which the shells' completion scripts call with the typed words.
///
/// It creates nothing, makes no requests, and reports no errors: if something is wrong, it uses the built-in sources
/// and no store.
struct ShellCompletion {
    /// The first argument of a completion run.
    static let option = "--complete"

    let sources: [any DataSource.Type]
    let environment: [String: String]

    /// Returns the completion of the words after the program's name; the last one is being typed.
    func answer(_ words: [String]) async throws -> String {
        let line = ShellLine(words, of: .agg)
        let configuration = Configuration.read(
            explicit: line.value("--config"), environment: environment
        ).configuration
        let registry: SourceRegistry
        do { registry = try SourceRegistry(kinds: sources, entries: configuration.sources) } catch {
            registry = try SourceRegistry(kinds: sources)
        }
        let aggregator = stores(of: line, configuration).map { stores in
            let http = CurlHTTPClient(limits: configuration.network, userAgent: "agg", isOffline: true)
            return Aggregator(
                registry: registry, store: stores.mirror, users: stores.user,
                services: SourceServices(http: http, environment: environment))
        }
        // The process is about to exit, so deallocating would be a waste of time.
        if let aggregator { _ = Unmanaged.passRetained(aggregator) }
        return await ShellCompleter(line, registry: registry, aggregator: aggregator).answer()
    }

    /// The store, if it exists and is needed for the completion.
    private func stores(of line: ShellLine, _ configuration: Configuration) -> OpenStore? {
        guard line.needsStore else { return nil }
        guard
            let address = try? Paths(
                store: line.value("--store"), configured: configuration.store, environment: environment
            ).store,
            ServerAddress.isServer(address) || FileManager.default.fileExists(atPath: address + "/mirror.sqlite")
        else { return nil }
        return try? .open(address, environment: environment, toleratesFaults: true)
    }
}
