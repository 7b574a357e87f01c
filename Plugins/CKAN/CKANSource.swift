public import AggSource
public import Foundation

/// A datastore table of a CKAN portal.
public struct CKANSource: DataSource {
    /// The name of the kind.
    public static let kind: SourceKind = "ckan"
    /// What the kind gives.
    public static let summary = "A table in the datastore of any CKAN portal."
    /// What several of them are called.
    public static let plural = "tables"
    /// Where the table is, which of its rows are wanted, and what its columns mean.
    public static let parameters =
        [
            Parameter("endpoint", .url, help: "The address of the portal, or of its actions if they are elsewhere."),
            Parameter("resource", .text, help: "The id of the resource."),
            Parameter(
                "max_records", .integer(1...100_000_000),
                help: "The number of rows to load at most; all unless it is set."),
        ] + ColumnRoles.parameters + [
            Parameter(
                "columns", .text,
                help:
                    "The columns to keep and their types, as “status, opened:date, fee:decimal”; all unless it is given."
            )
        ]
    /// None: a table is added by its address.
    public static let builtIns: [SourceEntry] = []

    /// Finds out what a resource holds, and proposes a configuration.
    ///
    /// - Throws: `SourceError.refused` if the text does not name a resource, and whatever the requests throw.
    public static func discover(_ text: String, _ services: SourceServices) async throws(SourceError) -> Discovery {
        try await discover(text, given: [:], services)
    }

    /// Finds out what a resource holds, with some columns and other values given.
    ///
    /// - Throws: As without, and `SourceError.refused` for a column that does not exist or, as a key, repeats its values.
    public static func discover(
        _ text: String, given: [String: String], _ services: SourceServices
    ) async throws(SourceError) -> Discovery {
        try await CKANDiscovery(services: services).find(text, given: given)
    }

    /// Whether a text is the address of a resource or of a data set.
    public static func recognizes(_ text: String) -> Recognition { CKANAddress.recognition(of: text) }

    /// The columns that the configuration names; none if it names none, and then all are kept.
    public let columns: [Column]
    /// Fresh for a day; an answer is the whole table.
    public let policy: SourcePolicy
    /// The version of the mapping.
    public let mappingVersion = 1
    /// None: a table has no sample.
    public var starter: StarterSample? { nil }

    private let endpoint: CKANEndpoint
    private let roles: ColumnRoles
    private let maxRecords: Int?

    /// Creates a source of its configuration.
    ///
    /// - Throws: Every fault: a missing portal or resource, and columns that cannot be read.
    public init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {
        var faults: [ConfigurationFault] = []
        func fault(_ message: String) { faults.append(ConfigurationFault("\(configuration.id): \(message)")) }
        let portal = configuration.url("endpoint")
        if portal == nil || portal?.isFileURL == true { fault("give the endpoint, such as https://demo.ckan.org") }
        let resource = configuration.text("resource")?.trimmingCharacters(in: .whitespaces) ?? ""
        if resource.isEmpty { fault("give the id of the resource") }
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

    /// The address of the table's description.
    public func address(at now: Date) -> URL? { endpoint.description.url }

    /// What fetches the rows.
    public func fetcher(_ services: SourceServices) -> any RecordFetcher {
        CKANFetcher(endpoint: endpoint, roles: roles, columns: columns, maxRecords: maxRecords, services: services)
    }
}
