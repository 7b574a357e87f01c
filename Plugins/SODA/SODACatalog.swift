public import AggSource
public import Foundation
import Socrata

/// Searches Socrata's catalog of all portals (the Discovery API).
struct SODACatalog {
    let catalog: URL
    let services: SourceServices

    /// Finds data sets, by relevance.
    func find(_ words: String, limit: Int) async throws(SourceError) -> [CatalogEntry] {
        let items = [("q", words), ("only", "dataset"), ("limit", String(limit))]
        var parts = URLComponents(
            url: catalog.appendingPathComponent("api/catalog/v1"), resolvingAgainstBaseURL: true)
        parts?.percentEncodedQuery = items.map { "\($0)=\($1.percentEncoded)" }.joined(separator: "&")
        let portal = SocrataPortal(endpoint: catalog)
        let answer = try await services.send(portal.request(parts?.url ?? catalog))
        try answer.requireSocrataSuccess(of: portal, now: services.clock.now)
        let bytes = try answer.body.collect()
        let document: JSONValue
        do { document = try JSONValue(parsing: bytes) } catch { throw SourceError(error) }
        guard let results = document["results"]?.arrayValue else {
            // An error can have status 200.
            let message = (document["error"]?.stringValue ?? document["message"]?.stringValue).map { ": \($0)" }
            throw .invalidData("(expected catalog results\(message ?? ""))")
        }
        return results.compactMap(Self.entry)
    }

    /// The number of rows of a data set; nil if its portal does not report it.
    func rows(at text: String) async throws(SourceError) -> Int? {
        let address = try SODAAddress(text)
        let endpoint = SODAEndpoint(
            portal: address.portal, dataSet: address.dataSet, filter: nil, order: nil, maxRecords: nil)
        return try await SODADiscovery(services: services).count(endpoint)
    }

    private static func entry(_ item: JSONValue) -> CatalogEntry? {
        let resource = item["resource"]
        guard let id = resource?["id"]?.stringValue.flatMap(SocrataDataSetID.init),
            let domain = item["metadata"]?["domain"]?.stringValue, let name = resource?["name"]?.stringValue
        else { return nil }
        let date = resource?["data_updated_at"]?.stringValue ?? resource?["updatedAt"]?.stringValue
        return CatalogEntry(
            address: "\(domain)/\(id)", name: name, portal: domain, updated: date.flatMap(RecordDate.init(iso8601:)),
            description: resource?["description"]?.stringValue)
    }
}

extension SODASource: CatalogedSource {
    /// The catalogs of North America and of Europe.
    public static let catalogs = ["https://api.us.socrata.com", "https://api.eu.socrata.com"]

    /// Searches a catalog of portals.
    ///
    /// - Throws: Whatever the request throws.
    public static func find(
        _ words: String, in catalog: URL, limit: Int, _ services: SourceServices
    ) async throws(SourceError) -> [CatalogEntry] {
        try await SODACatalog(catalog: catalog, services: services).find(words, limit: limit)
    }

    /// The number of rows, as reported by the portal.
    ///
    /// - Throws: `.refused` for a URL without a data set, `.cancelled`.
    public static func rows(at address: String, _ services: SourceServices) async throws(SourceError) -> Int? {
        guard let url = URL(string: "https://\(address)") else { return nil }
        return try await SODACatalog(catalog: url, services: services).rows(at: address)
    }
}
