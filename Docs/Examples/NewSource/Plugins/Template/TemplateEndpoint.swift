import AggSource
import Foundation

/// The requests of the source; pure.
struct TemplateEndpoint {
    /// The list to read by default.
    static let publicList = "https://example.org/template.json"

    /// The URL of the list.
    let url: URL

    /// The request for the list; given the state of an earlier fetch, it asks only for a newer list.
    func request(since state: FetchState?) -> HTTPRequest {
        HTTPRequest(url, headers: ["Accept": "application/json"], validators: state?.validators)
    }
}
