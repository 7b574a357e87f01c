public import AggSource
public import Foundation

/// A layer of an ArcGIS FeatureServer or MapServer.
public struct ArcGISSource: DataSource {
    /// The name of this kind of source.
    public static let kind: SourceKind = "arcgis"
    /// What this kind of source provides.
    public static let summary = "A layer or table from any ArcGIS FeatureServer or MapServer."
    /// The plural noun for these sources.
    public static let plural = "layers"
    /// The layer's URL, which rows to load, and what its columns mean.
    public static let parameters =
        [
            Parameter(
                "url", .url, help: "The URL of the layer; it ends in FeatureServer/NUMBER or MapServer/NUMBER."),
            Parameter(
                "where", .text, selectsData: true,
                help: "An SQL condition that rows must meet, such as “STATUS = 'Open'”."),
        ] + TableRequest.parameters
    /// None: layers are added by URL.
    public static let builtIns: [SourceEntry] = []

    /// Finds out what a layer contains, and proposes a configuration.
    ///
    /// - Throws: `SourceError.refused` if the text is not a layer's URL, and whatever the requests throw.
    public static func discover(_ text: String, _ services: SourceServices) async throws(SourceError) -> Discovery {
        try await discover(text, given: [:], services)
    }

    /// Finds out what a layer contains, with some columns and other values given.
    ///
    /// - Throws: `SourceError.refused` for a column that does not exist, and what the overload without values throws.
    public static func discover(
        _ text: String, given: [String: String], _ services: SourceServices
    ) async throws(SourceError) -> Discovery {
        try await ArcGISDiscovery(services: services).find(text, given: given)
    }

    /// Whether a text is the URL of a FeatureServer or a MapServer.
    public static func recognizes(_ text: String) -> Recognition {
        (try? ArcGISAddress(text))?.url.isFileURL == false ? .certain : .no
    }

    /// The columns listed in the configuration; if empty, all fields are kept.
    public let columns: [Column]
    /// Rows are fresh for a day; a response is always the whole layer.
    public let policy: SourcePolicy
    /// The version of the mapping.
    public let mappingVersion = 1
    /// None: there is no sample.
    public var starter: StarterSample? { nil }

    private let endpoint: ArcGISEndpoint
    private let roles: ColumnRoles
    private let maxRecords: Int?

    /// Creates a source from its configuration.
    ///
    /// - Throws: Every fault: a URL that is not a layer's, and columns that cannot be read.
    public init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {
        var faults: [ConfigurationFault] = []
        func fault(_ message: String) { faults.append(ConfigurationFault("\(configuration.id): \(message)")) }
        var address: ArcGISAddress?
        if let url = configuration.url("url") {
            address = try? ArcGISAddress(url.absoluteString)
            if address?.isLayer != true {
                fault("“url” is not the URL of a layer; use one that ends in FeatureServer/NUMBER or MapServer/NUMBER")
            }
        } else {
            fault("missing url; use a layer's URL, which ends in FeatureServer/NUMBER or MapServer/NUMBER")
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

    /// The URL of the layer.
    public func address(at now: Date) -> URL? { endpoint.url }

    /// Returns the fetcher for the rows.
    public func fetcher(_ services: SourceServices) -> any RecordFetcher {
        ArcGISFetcher(endpoint: endpoint, roles: roles, columns: columns, maxRecords: maxRecords, services: services)
    }
}
