import AggSource
import Foundation

/// The requests of a portal's action API.
struct CKANEndpoint {
    /// The maximum number of rows per request; a portal may return fewer.
    static let pageSize = 10_000

    /// The URL of the actions, such as `https://demo.ckan.org/api/3/action`.
    let actions: URL
    /// The id of the resource.
    let resource: String

    /// Creates an endpoint for the root of a portal, or for its API if the URL already includes it.
    init(portal: URL, resource: String) {
        actions = portal.isCKANActions ? portal : portal.appendingPathComponent("api/3/action")
        self.resource = resource
    }

    /// The request for the columns and the number of rows, without any rows.
    var description: HTTPRequest { action("datastore_search", [("resource_id", resource), ("limit", "0")]) }

    /// The request for a page of rows, in their order.
    ///
    /// Before CKAN 2.10, a table has no order by default, so pages would repeat and miss rows.
    func rows(after offset: Int, limit: Int) -> HTTPRequest {
        action(
            "datastore_search",
            [
                ("resource_id", resource), ("limit", String(limit)), ("offset", String(offset)), ("sort", "_id asc"),
            ])
    }

    /// The request for the rows after a row number; a recent portal finds them at once, however many rows precede them.
    func rows(afterNumber number: Int, limit: Int) -> HTTPRequest {
        action(
            "datastore_search",
            [
                ("resource_id", resource), ("limit", String(limit)), ("filters", #"{"_id":{"gt":\#(number)}}"#),
                ("sort", "_id asc"),
            ])
    }

    /// The request for the metadata of the resource.
    var resourceDescription: HTTPRequest { action("resource_show", [("id", resource)]) }

    /// The request for the metadata of a data set.
    func dataSet(_ id: String) -> HTTPRequest { action("package_show", [("id", id)]) }

    /// The request for data sets with these words.
    func search(_ words: String, limit: Int) -> HTTPRequest {
        action("package_search", [("q", words), ("rows", String(limit)), ("start", "0")])
    }

    private func action(_ name: String, _ items: [(String, String)]) -> HTTPRequest {
        var parts = URLComponents(url: actions.appendingPathComponent(name), resolvingAgainstBaseURL: true)
        parts?.percentEncodedQuery = items.map { "\($0)=\($1.percentEncoded)" }.joined(separator: "&")
        return HTTPRequest(parts?.url ?? actions, headers: ["Accept": "application/json"])
    }
}

extension URL {
    /// Whether this is the URL of a portal's actions rather than of its root, which may be at a path such as `/action-plan`.
    var isCKANActions: Bool { lastPathComponent == "action" }
}
