public import AggSource
import ProgramRows

/// One stream of a Singer tap.
public struct SingerSource: DataSource {
    /// The name of the kind.
    public static let kind: SourceKind = "singer"
    /// What the kind gives.
    public static let summary = "One stream of a Singer tap, a program that fetches from a service."
    /// What several of them are called.
    public static let plural = "streams"
    /// The tap, its configuration, the stream, and what its rows mean.
    public static let parameters = SingerEndpoint.parameters
    /// None: the tap is a program of the user's own.
    public static let builtIns: [SourceEntry] = []

    /// Asks a tap for its catalog, and proposes a configuration for a stream.
    ///
    /// - Throws: `SourceError.refused` with the names of the streams if the text names none of them, and whatever the run throws.
    public static func discover(_ text: String, _ services: SourceServices) async throws(SourceError) -> Discovery {
        try await SingerDiscovery(services: services).find(text)
    }

    /// The columns that the configuration names.
    public let columns: [Column]
    /// Fresh for a day; a fetch says itself whether it brought the whole or what has changed.
    public let policy: SourcePolicy
    /// The version of the mapping.
    public let mappingVersion = 1
    /// None: there is no built-in source.
    public let starter: StarterSample? = nil

    private let endpoint: SingerEndpoint

    /// Creates a source of its configuration.
    ///
    /// - Throws: Every fault: a missing command, and values that cannot be read.
    public init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {
        endpoint = try SingerEndpoint(configuration)
        columns = endpoint.columns.map(\.column)
        policy = SourcePolicy(configuration)
    }

    /// What runs the tap.
    public func fetcher(_ services: SourceServices) -> any RecordFetcher {
        SingerFetcher(endpoint: endpoint, services: services)
    }
}
