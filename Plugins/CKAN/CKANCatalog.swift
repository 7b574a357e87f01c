public import AggSource
public import Foundation

/// Searches the data sets of a portal.
struct CKANCatalog {
    /// The maximum number of resources to list per data set.
    private static let mostResources = 3

    let portal: URL
    let services: SourceServices

    /// Finds tables, by relevance: resources with rows, and files that contain tables.
    func find(_ words: String, limit: Int) async throws(SourceError) -> [CatalogEntry] {
        let endpoint = CKANEndpoint(portal: portal, resource: "")
        let answer = try await services.send(endpoint.search(words, limit: limit))
        let result = try answer.ckanResult(now: services.clock.now)
        guard let dataSets = result["results"]?.arrayValue else {
            throw .invalidData("(expected catalog results)")
        }
        return Array(dataSets.flatMap(entries).prefix(limit))
    }

    private func entries(of dataSet: JSONValue) -> [CatalogEntry] {
        let title = dataSet["title"]?.stringValue ?? dataSet["name"]?.stringValue ?? ""
        let all = (dataSet["resources"]?.arrayValue ?? []).map { CKANResource($0) }.filter { !$0.id.isEmpty }
        let tables = all.filter { $0.hasRows == true || $0.isTable }
        let date = dataSet["metadata_modified"]?.stringValue.flatMap(RecordDate.init(iso8601:))
        let base = portal.absoluteString.replacing("https://", with: "")
        return tables.prefix(Self.mostResources).map { resource in
            CatalogEntry(
                address: base.hasSuffix("/") ? base + resource.id : "\(base)/\(resource.id)",
                name: tables.count == 1 || resource.name.isEmpty ? title : "\(title): \(resource.name)",
                portal: portal.host ?? "", updated: date.flatMap { RecordDate(iso8601: $0.day) },
                description: dataSet["notes"]?.stringValue)
        }
    }
}

extension CKANSource: CatalogedSource {
    /// None: there are hundreds of independent portals.
    public static let catalogs: [String] = []

    /// Searches the data sets of a portal.
    ///
    /// - Throws: Whatever the request throws.
    public static func find(
        _ words: String, in catalog: URL, limit: Int, _ services: SourceServices
    ) async throws(SourceError) -> [CatalogEntry] {
        try await CKANCatalog(portal: catalog, services: services).find(words, limit: limit)
    }

    /// The number of rows in the datastore.
    ///
    /// - Throws: Whatever the request throws.
    public static func rows(at address: String, _ services: SourceServices) async throws(SourceError) -> Int? {
        let address = try CKANAddress(address)
        guard case .resource(let id) = address.subject else { return nil }
        let endpoint = CKANEndpoint(portal: address.portal, resource: id)
        return try await CKANPages(endpoint: endpoint, services: services, size: 0).table().total
    }

    /// The portal of a configured table.
    public static func catalog(of configuration: SourceConfiguration) -> URL? { configuration.url("endpoint") }
}
