public import AggSource
public import Foundation
import Socrata

/// A data set of a Socrata portal, such as Chicago's food inspections.
public struct SODASource: DataSource {
    /// The name of the kind.
    public static let kind: SourceKind = "soda"
    /// What the kind gives.
    public static let summary = "Any data set of an open-data portal that speaks Socrata's SODA 2.1."
    /// What several of them are called.
    public static let plural = "data sets"
    /// Where the data set is, which of its rows are wanted, and what its columns mean.
    public static let parameters = SODAParameters.all
    /// Chicago's food inspections.
    public static let builtIns = [ChicagoInspections.entry(kind)]

    /// Finds out what a data set holds, and proposes a configuration.
    ///
    /// - Throws: `SourceError.refused` where the text names no data set, and whatever the requests throw.
    public static func discover(
        _ text: String, _ services: SourceServices
    ) async throws(SourceError) -> Discovery {
        try await SODADiscovery(services: services).find(text)
    }

    /// Whether a text is the address of a data set's page, or of its API.
    public static func recognizes(_ text: String) -> Recognition {
        guard let address = try? SODAAddress(text), !address.portal.isFile, let url = URL(string: text) else {
            return .no
        }
        let path = url.pathComponents
        let isOfPortal = path.contains("d") || path.contains("resource") || path.contains("views")
        return isOfPortal || SocrataDataSetID(url.lastPathComponent) != nil ? .certain : .no
    }

    /// The columns that the configuration names, or those of Chicago's food inspections; none where neither is so.
    public let columns: [Column]
    /// Fresh for a day; what is asked for is the whole.
    public let policy: SourcePolicy
    /// The version of the mapping.
    public let mappingVersion = 1
    /// A sample of Chicago's food inspections; no other data set has one.
    public let starter: StarterSample?

    private let endpoint: SODAEndpoint
    private let roles: ColumnRoles
    private let lists: Set<String>

    /// Makes a source of its configuration.
    ///
    /// - Throws: Every fault: a missing endpoint or data set, and what cannot be read.
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

    /// The address of the first page of rows.
    public func address(at now: Date) -> URL? {
        let page = endpoint.paging(pageSize: SocrataPaging.standardPageSize).page
        return endpoint.rows(page, environment: [:]).url
    }

    /// The variable of the application token.
    public var tokenVariable: String? { endpoint.portal.tokenVariable }

    /// What asks for one row with the token; none where there is a file.
    public func healthCheck(_ services: SourceServices) -> (any HealthCheck)? {
        endpoint.portal.isFile
            ? nil : SocrataHealth(portal: endpoint.portal, dataSet: endpoint.dataSet, services: services)
    }

    /// What fetches the data set page by page.
    public func fetcher(_ services: SourceServices) -> any RecordFetcher {
        SODAFetcher(endpoint: endpoint, roles: roles, columns: columns, lists: lists, services: services)
    }
}
