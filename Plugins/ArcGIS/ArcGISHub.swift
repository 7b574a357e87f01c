public import AggSource
public import Foundation

/// Searches ArcGIS Hub, which lists the layers of all sites, or one of its sites.
struct ArcGISHub {
    let site: URL
    let services: SourceServices

    /// Finds layers and services, by relevance.
    func find(_ words: String, limit: Int) async throws(SourceError) -> [CatalogEntry] {
        let items = [("q", words), ("limit", String(min(limit, 100)))]
        var parts = URLComponents(
            url: site.appendingPathComponent("api/search/v1/collections/dataset/items"), resolvingAgainstBaseURL: true)
        parts?.percentEncodedQuery = items.map { "\($0)=\($1.percentEncoded)" }.joined(separator: "&")
        let request = HTTPRequest(parts?.url ?? site, headers: ["Accept": "application/geo+json, application/json"])
        let document = try await services.send(request).arcGISDocument(now: services.clock.now)
        guard let features = document["features"]?.arrayValue else {
            throw .invalidData("(expected catalog results)")
        }
        return features.compactMap(Self.entry)
    }

    private static func entry(_ feature: JSONValue) -> CatalogEntry? {
        let facts = feature["properties"]
        guard let text = facts?["url"]?.stringValue, let address = try? ArcGISAddress(text), !address.url.isFileURL
        else { return nil }
        // The id of a layer consists of the id of its service and its number.
        let id = facts?["id"]?.stringValue ?? feature["id"]?.stringValue ?? ""
        let number = id.split(separator: "_").dropFirst().last.flatMap { Int($0) }
        let layer = address.isLayer ? nil : number
        let name = facts?["title"]?.stringValue ?? facts?["name"]?.stringValue ?? ""
        let modified = facts?["modified"]?.doubleValue.map { Date(timeIntervalSince1970: $0 / 1_000) }
        let date = modified.flatMap(RecordDate.init(instant:)).flatMap { RecordDate(iso8601: $0.day) }
        let about = [facts?["snippet"], facts?["description"]].compactMap { $0?.stringValue }
        return CatalogEntry(
            address: address.url.absoluteString + (layer.map { "/\($0)" } ?? ""),
            name: name.isEmpty ? address.url.path : name,
            portal: facts?["source"]?.stringValue ?? facts?["owner"]?.stringValue ?? address.url.host ?? "",
            rows: facts?["recordCount"]?.intValue, updated: date,
            description: about.first { !$0.allSatisfy(\.isWhitespace) })
    }
}

extension ArcGISSource: CatalogedSource {
    /// ArcGIS Hub.
    public static let catalogs = ["https://hub.arcgis.com"]

    /// Searches ArcGIS Hub or one of its sites.
    ///
    /// - Throws: Whatever the request throws.
    public static func find(
        _ words: String, in catalog: URL, limit: Int, _ services: SourceServices
    ) async throws(SourceError) -> [CatalogEntry] {
        try await ArcGISHub(site: catalog, services: services).find(words, limit: limit)
    }

    /// The number of rows of a layer.
    ///
    /// - Throws: Whatever the request throws.
    public static func rows(at address: String, _ services: SourceServices) async throws(SourceError) -> Int? {
        let address = try ArcGISAddress(address)
        guard address.isLayer else { return nil }
        let endpoint = ArcGISEndpoint(url: address.url, filter: nil)
        return try await ArcGISRequests(endpoint: endpoint, services: services).count()
    }
}
