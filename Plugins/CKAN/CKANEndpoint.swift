import AggSource
import Foundation

/// The requests of a portal's action API.
struct CKANEndpoint {
    /// The most rows that are asked for at once; a portal may give fewer.
    static let pageSize = 10_000

    /// The address of the actions, such as `https://demo.ckan.org/api/3/action`.
    let actions: URL
    /// The id of the resource.
    let resource: String

    /// Creates the endpoint of a portal's root, or of its API if the address already has it.
    init(portal: URL, resource: String) {
        actions = portal.path.contains("/action") ? portal : portal.appendingPathComponent("api/3/action")
        self.resource = resource
    }

    /// The request for the columns and the number of rows, and for no rows.
    var description: HTTPRequest { action("datastore_search", [("resource_id", resource), ("limit", "0")]) }

    /// The request for some rows after others, in their order.
    ///
    /// Before CKAN 2.10 a table has no order of its own, so that pages would repeat and miss rows.
    func rows(after offset: Int, limit: Int) -> HTTPRequest {
        action(
            "datastore_search",
            [
                ("resource_id", resource), ("limit", String(limit)), ("offset", String(offset)), ("sort", "_id asc"),
            ])
    }

    /// The request for the rows after one with a number; a new portal finds them at once, however far ahead they are.
    func rows(afterNumber number: Int, limit: Int) -> HTTPRequest {
        action(
            "datastore_search",
            [
                ("resource_id", resource), ("limit", String(limit)), ("filters", #"{"_id":{"gt":\#(number)}}"#),
                ("sort", "_id asc"),
            ])
    }

    /// The request for what the portal says of the resource.
    var resourceDescription: HTTPRequest { action("resource_show", [("id", resource)]) }

    /// The request for what the portal says of a data set.
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
