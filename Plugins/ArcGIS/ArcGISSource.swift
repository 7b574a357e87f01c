public import AggSource
public import Foundation

/// A layer of an ArcGIS FeatureServer or MapServer.
public struct ArcGISSource: DataSource {
    /// The name of the kind.
    public static let kind: SourceKind = "arcgis"
    /// What the kind gives.
    public static let summary = "A layer or table of any ArcGIS FeatureServer or MapServer."
    /// What several of them are called.
    public static let plural = "layers"
    /// Where the layer is, which of its rows are wanted, and what its columns mean.
    public static let parameters =
        [
            Parameter(
                "url", .url, help: "The address of the layer; it ends in FeatureServer/NUMBER or MapServer/NUMBER."),
            Parameter("where", .text, help: "The condition in SQL that rows must meet, such as “STATUS = 'Open'”."),
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
    /// None: a layer is added by its address.
    public static let builtIns: [SourceEntry] = []

    /// Finds out what a layer holds, and proposes a configuration.
    ///
    /// - Throws: `SourceError.refused` if the text does not name a layer, and whatever the requests throw.
    public static func discover(_ text: String, _ services: SourceServices) async throws(SourceError) -> Discovery {
        try await discover(text, given: [:], services)
    }

    /// Finds out what a layer holds, with some columns and other values given.
    ///
    /// - Throws: As without, and `SourceError.refused` for a column that does not exist.
    public static func discover(
        _ text: String, given: [String: String], _ services: SourceServices
    ) async throws(SourceError) -> Discovery {
        try await ArcGISDiscovery(services: services).find(text, given: given)
    }

    /// Whether a text is the address of a FeatureServer or a MapServer.
    public static func recognizes(_ text: String) -> Recognition {
        (try? ArcGISAddress(text))?.url.isFileURL == false ? .certain : .no
    }

    /// The columns that the configuration names; none if it names none, and then all fields are kept.
    public let columns: [Column]
    /// Fresh for a day; an answer is the whole layer.
    public let policy: SourcePolicy
    /// The version of the mapping.
    public let mappingVersion = 1
    /// None: a layer has no sample.
    public var starter: StarterSample? { nil }

    private let endpoint: ArcGISEndpoint
    private let roles: ColumnRoles
    private let maxRecords: Int?

    /// Creates a source of its configuration.
    ///
    /// - Throws: Every fault: an address that is not a layer's, and columns that cannot be read.
    public init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {
        var faults: [ConfigurationFault] = []
        func fault(_ message: String) { faults.append(ConfigurationFault("\(configuration.id): \(message)")) }
        var address: ArcGISAddress?
        if let url = configuration.url("url") {
            address = try? ArcGISAddress(url.absoluteString)
            if address?.isLayer != true {
                fault("the url is not the address of a layer; it ends in FeatureServer/NUMBER or MapServer/NUMBER")
            }
        } else {
            fault("give the url of a layer; it ends in FeatureServer/NUMBER or MapServer/NUMBER")
        }
        var columns: [Column] = []
        if let list = configuration.text("columns") {
            do { columns = try ColumnList(list).columns } catch { fault(error.message) }
        }
        guard faults.isEmpty, let address else { throw ConfigurationFaults(faults) }
        self.columns = columns
        endpoint = ArcGISEndpoint(url: address.url, filter: configuration.text("where"))
        roles = ColumnRoles(configuration)
        maxRecords = configuration.integer("max_records")
        policy = SourcePolicy(configuration)
    }

    /// The address of the layer.
    public func address(at now: Date) -> URL? { endpoint.url }

    /// What fetches the rows.
    public func fetcher(_ services: SourceServices) -> any RecordFetcher {
        ArcGISFetcher(endpoint: endpoint, roles: roles, columns: columns, maxRecords: maxRecords, services: services)
    }
}
