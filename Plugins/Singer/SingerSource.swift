public import AggSource
import ProgramRows

/// One stream from a Singer tap.
public struct SingerSource: DataSource {
    /// The name of this kind of source.
    public static let kind: SourceKind = "singer"
    /// What this kind of source provides.
    public static let summary = "One stream from a Singer tap, a program that fetches data from a service."
    /// The plural noun for these sources.
    public static let plural = "streams"
    /// The tap, its configuration, the stream, and what its rows mean.
    public static let parameters = SingerEndpoint.parameters
    /// None, since users install their own taps.
    public static let builtIns: [SourceEntry] = []

    /// Requests a tap's catalog, and proposes a configuration for a stream.
    ///
    /// - Throws: `SourceError.refused` with the names of the streams if the text contains none of them, and whatever the run
    ///   throws.
    public static func discover(_ text: String, _ services: SourceServices) async throws(SourceError) -> Discovery {
        try await discover(text, given: [:], services)
    }

    /// Requests a tap's catalog, and proposes a configuration for a stream with some columns given.
    ///
    /// - Throws: `SourceError.refused` for a column that the stream does not have, and what the overload without values throws.
    public static func discover(
        _ text: String, given: [String: String], _ services: SourceServices
    ) async throws(SourceError) -> Discovery {
        try await SingerDiscovery(services: services).find(text, given: given)
    }

    /// The columns listed in the configuration.
    public let columns: [Column]
    /// Rows are fresh for a day; each fetch states whether it returned everything or only the changes.
    public let policy: SourcePolicy
    /// The version of the mapping.
    public let mappingVersion = 3
    /// None: there is no sample.
    public let starter: StarterSample? = nil

    private let endpoint: SingerEndpoint

    /// Creates a source from its configuration.
    ///
    /// - Throws: Every fault: a missing command, and values that cannot be read.
    public init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {
        endpoint = try SingerEndpoint(configuration)
        columns = endpoint.columns.map(\.column)
        policy = SourcePolicy(configuration)
    }

    /// Returns the fetcher that runs the tap.
    public func fetcher(_ services: SourceServices) -> any RecordFetcher {
        SingerFetcher(endpoint: endpoint, services: services)
    }
}
