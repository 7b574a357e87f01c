public import AggSource
public import Foundation
import Socrata

/// A data set of a Socrata portal, such as Chicago's food inspections.
public struct SODASource: DataSource {
    /// The name of this kind of source.
    public static let kind: SourceKind = "soda"
    /// What this kind of source provides.
    public static let summary = "Any data set on an open-data portal that uses Socrata's SODA 2.1 API."
    /// The plural noun for these sources.
    public static let plural = "data sets"
    /// The data set's portal and id, which rows to load, and what its columns mean.
    public static let parameters = SODAParameters.all
    /// Chicago's food inspections.
    public static let builtIns = [ChicagoInspections.entry(kind)]

    /// Finds out what a data set contains, and proposes a configuration.
    ///
    /// - Throws: `SourceError.refused` if the text does not contain a data set, and whatever the requests throw.
    public static func discover(
        _ text: String, _ services: SourceServices
    ) async throws(SourceError) -> Discovery {
        try await discover(text, given: [:], services)
    }

    /// Finds out what a data set contains, with some columns and other values given.
    ///
    /// - Throws: `SourceError.refused` for a column that does not exist or a key that repeats its values, and what the overload
    ///   without values throws.
    public static func discover(
        _ text: String, given: [String: String], _ services: SourceServices
    ) async throws(SourceError) -> Discovery {
        try await SODADiscovery(services: services).find(text, given: given)
    }

    /// Whether a text is the URL of a data set's page or API.
    public static func recognizes(_ text: String) -> Recognition {
        guard let address = try? SODAAddress(text), !address.portal.isFile, let url = URL(string: text) else {
            return .no
        }
        let path = url.pathComponents
        let isOfPortal = path.contains("d") || path.contains("resource") || path.contains("views")
        return isOfPortal || SocrataDataSetID(url.lastPathComponent) != nil ? .certain : .no
    }

    /// The columns listed in the configuration, or those of Chicago's food inspections; otherwise empty.
    public let columns: [Column]
    /// Rows are fresh for a day; a fetch always returns everything requested.
    public let policy: SourcePolicy
    /// The version of the mapping.
    public let mappingVersion = 2
    /// A sample of Chicago's food inspections; no other data set has one.
    public let starter: StarterSample?

    private let endpoint: SODAEndpoint
    private let roles: ColumnRoles
    private let lists: Set<String>

    /// Creates a source from its configuration.
    ///
    /// - Throws: Every fault: a missing endpoint or data set, and values that cannot be read.
    public init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {
        let values = try SODAParameters(configuration)
        let isInspections = values.endpoint.dataSet == ChicagoInspections.dataSet
        endpoint = values.endpoint
        roles = ColumnRoles(configuration)
        columns = values.columns ?? (isInspections ? ChicagoInspections.columns : [])
        starter = isInspections ? .chicagoInspections : nil
        lists = isInspections ? ChicagoInspections.lists : []
        policy = SourcePolicy(configuration)
    }

    /// The URL of the first page of rows.
    public func address(at now: Date) -> URL? {
        let page = endpoint.paging(pageSize: SocrataPaging.standardPageSize).page
        return endpoint.rows(page, environment: [:]).url
    }

    /// The environment variable for the application token.
    public var tokenVariable: String? { endpoint.portal.tokenVariable }

    /// Returns a check that requests one row with the token; nil for a file.
    public func healthCheck(_ services: SourceServices) -> (any HealthCheck)? {
        endpoint.portal.isFile
            ? nil : SocrataHealth(portal: endpoint.portal, dataSet: endpoint.dataSet, services: services)
    }

    /// Returns the fetcher for the data set.
    public func fetcher(_ services: SourceServices) -> any RecordFetcher {
        SODAFetcher(endpoint: endpoint, roles: roles, columns: columns, lists: lists, services: services)
    }
}
