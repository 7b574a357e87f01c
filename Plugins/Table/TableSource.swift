public import AggSource
import Foundation

/// A table: delimited text, JSON, or GeoJSON, in a file or at a URL.
public struct TableSource: DataSource {
    /// The name of this kind of source.
    public static let kind: SourceKind = "table"
    /// What this kind of source provides.
    public static let summary = "Any table in a file or at a URL: CSV and other delimited text, JSON, and GeoJSON."
    /// The plural noun for these sources.
    public static let plural = "tables"
    /// The table's URL, how it is written, and what its columns mean.
    public static let parameters = TableParameters.all
    /// None: tables are added by the user.
    public static let builtIns: [SourceEntry] = []

    /// Reads a file or a URL, and proposes a configuration.
    ///
    /// - Throws: `SourceError.invalidData` if it is not a table, and whatever the request throws.
    public static func discover(
        _ text: String, _ services: SourceServices
    ) async throws(SourceError) -> Discovery {
        try await discover(text, given: [:], services)
    }

    /// Reads a file or a URL, and proposes a configuration that includes the given values.
    ///
    /// - Throws: `SourceError.refused` for a given column that does not exist or does not identify rows, and what the overload
    ///   without values throws.
    public static func discover(
        _ text: String, given: [String: String], _ services: SourceServices
    ) async throws(SourceError) -> Discovery {
        try await TableDiscovery(services: services).find(text, given: given)
    }

    /// Any file or URL may contain a table.
    public static func recognizes(_ text: String) -> Recognition {
        text.contains("://") ? .possible : .no
    }

    /// The columns listed in the configuration.
    public let columns: [Column]
    /// Rows are fresh for a day; a fetch always returns the whole table.
    public let policy: SourcePolicy
    /// The version of the mapping.
    public let mappingVersion = 8
    /// None: there is no sample.
    public let starter: StarterSample? = nil

    private let id: SourceID
    private let url: URL
    private let settings: TableSettings

    /// Creates a source from its configuration.
    ///
    /// - Throws: Every fault: a missing URL, and values that cannot be read.
    public init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {
        let parameters = try TableParameters(configuration)
        id = configuration.id
        url = parameters.url
        settings = parameters.settings
        columns = settings.columns ?? []
        policy = SourcePolicy(configuration)
    }

    /// Returns the fetcher for the table.
    public func fetcher(_ services: SourceServices) -> any RecordFetcher {
        TableFetcher(endpoint: TableEndpoint(url: url), settings: settings, services: services, id: id)
    }
}
