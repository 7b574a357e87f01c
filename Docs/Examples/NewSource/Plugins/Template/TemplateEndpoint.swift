import AggSource
import Foundation

/// Creates the requests of the source, without sending them.
struct TemplateEndpoint {
    /// The list to read by default.
    static let publicList = "https://example.org/template.json"

    /// The URL of the list.
    let url: URL

    /// Returns the request for the list; given the state of an earlier fetch, the request is conditional.
    func request(since state: FetchState?) -> HTTPRequest {
        HTTPRequest(url, headers: ["Accept": "application/json"], validators: state?.validators)
    }
}
