public import AggSource
import Foundation

/// A table: delimited text, JSON, or GeoJSON, in a file or at an address.
public struct TableSource: DataSource {
    /// The name of the kind.
    public static let kind: SourceKind = "table"
    /// What the kind gives.
    public static let summary = "Any table in a file or at a URL: CSV and other delimited text, JSON, and GeoJSON."
    /// What several of them are called.
    public static let plural = "tables"
    /// Where the table is, how it is written, and what its columns mean.
    public static let parameters = TableParameters.all
    /// None: each is added by its user.
    public static let builtIns: [SourceEntry] = []

    /// Reads a file or an address and proposes a configuration.
    ///
    /// - Throws: `SourceError.invalidData` if it is not a table, and whatever the request throws.
    public static func discover(
        _ text: String, _ services: SourceServices
    ) async throws(SourceError) -> Discovery {
        try await discover(text, given: [:], services)
    }

    /// Reads a file or an address and proposes a configuration with the given values in it.
    ///
    /// - Throws: `SourceError.refused` for a given column that does not exist or does not tell the rows apart, and as without.
    public static func discover(
        _ text: String, given: [String: String], _ services: SourceServices
    ) async throws(SourceError) -> Discovery {
        try await TableDiscovery(services: services).find(text, given: given)
    }

    /// Any file or address may hold a table.
    public static func recognizes(_ text: String) -> Recognition {
        text.contains("://") ? .possible : .no
    }

    /// The columns that the configuration names.
    public let columns: [Column]
    /// Fresh for a day; the answer is the whole.
    public let policy: SourcePolicy
    /// The version of the mapping.
    public let mappingVersion = 1
    /// None.
    public let starter: StarterSample? = nil

    private let url: URL
    private let settings: TableSettings

    /// Creates a source from its configuration.
    ///
    /// - Throws: Every fault: a missing address, and what cannot be read.
    public init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {
        let parameters = try TableParameters(configuration)
        url = parameters.url
        settings = parameters.settings
        columns = settings.columns ?? []
        policy = SourcePolicy(configuration)
    }

    /// What fetches the table.
    public func fetcher(_ services: SourceServices) -> any RecordFetcher {
        TableFetcher(endpoint: TableEndpoint(url: url), settings: settings, services: services)
    }
}
