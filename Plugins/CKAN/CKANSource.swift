public import AggSource
public import Foundation

/// A datastore table of a CKAN portal.
public struct CKANSource: DataSource {
    /// The name of this kind of source.
    public static let kind: SourceKind = "ckan"
    /// What this kind of source provides.
    public static let summary = "A table in the datastore of any CKAN portal."
    /// The plural noun for these sources.
    public static let plural = "tables"
    /// The table's portal and id, which rows to load, and what its columns mean.
    public static let parameters =
        [
            Parameter("endpoint", .url, help: "The URL of the portal, or of its API if that is elsewhere."),
            Parameter("resource", .text, selectsData: true, help: "The id of the resource."),
        ] + TableRequest.parameters
    /// None: tables are added by URL.
    public static let builtIns: [SourceEntry] = []

    /// Finds out what a resource contains, and proposes a configuration.
    ///
    /// - Throws: `SourceError.refused` if the text is not a resource, and whatever the requests throw.
    public static func discover(_ text: String, _ services: SourceServices) async throws(SourceError) -> Discovery {
        try await discover(text, given: [:], services)
    }

    /// Finds out what a resource contains, with some columns and other values given.
    ///
    /// - Throws: `SourceError.refused` for a column that does not exist or a key that repeats its values, and what the overload
    ///   without values throws.
    public static func discover(
        _ text: String, given: [String: String], _ services: SourceServices
    ) async throws(SourceError) -> Discovery {
        try await CKANDiscovery(services: services).find(text, given: given)
    }

    /// Whether a text is the URL of a resource or a data set.
    public static func recognizes(_ text: String) -> Recognition { CKANAddress.recognition(of: text) }

    /// The columns listed in the configuration; if empty, all columns are kept.
    public let columns: [Column]
    /// Rows are fresh for a day; a fetch always returns the whole table.
    public let policy: SourcePolicy
    /// The version of the mapping.
    public let mappingVersion = 2
    /// None: there is no sample.
    public var starter: StarterSample? { nil }

    private let endpoint: CKANEndpoint
    private let roles: ColumnRoles
    private let maxRecords: Int?

    /// Creates a source from its configuration.
    ///
    /// - Throws: Every fault: a missing portal or resource, and columns that cannot be read.
    public init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {
        var faults: [ConfigurationFault] = []
        func fault(_ message: String) { faults.append(ConfigurationFault("\(configuration.id): \(message)")) }
        let portal = configuration.url("endpoint")
        if portal == nil || portal?.isFileURL == true {
            fault("missing endpoint; set it to the portal's URL, such as https://demo.ckan.org")
        }
        let resource = configuration.text("resource")?.trimmingCharacters(in: .whitespaces) ?? ""
        if resource.isEmpty { fault("missing resource; set it to the id of the resource") }
        var columns: [Column] = []
        if let list = configuration.text("columns") {
            do { columns = try ColumnList(list).columns } catch { fault(error.message) }
        }
        guard faults.isEmpty, let portal else { throw ConfigurationFaults(faults) }
        self.columns = columns
        endpoint = CKANEndpoint(portal: portal, resource: resource)
        roles = ColumnRoles(configuration)
        maxRecords = configuration.integer("max_records")
        policy = SourcePolicy(configuration)
    }

    /// The URL of the table's description.
    public func address(at now: Date) -> URL? { endpoint.description.url }

    /// Returns the fetcher for the rows.
    public func fetcher(_ services: SourceServices) -> any RecordFetcher {
        CKANFetcher(endpoint: endpoint, roles: roles, columns: columns, maxRecords: maxRecords, services: services)
    }
}
