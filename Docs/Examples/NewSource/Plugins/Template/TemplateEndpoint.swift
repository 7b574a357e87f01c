import AggSource
import Foundation

/// The requests of the source; pure.
struct TemplateEndpoint {
    /// The list that is asked where the configuration names no other.
    static let publicList = "https://example.org/template.json"

    /// The address of the list.
    let url: URL

    /// The request for the list; with the state of an earlier fetch it asks only for a newer one.
    func request(since state: FetchState?) -> HTTPRequest {
        HTTPRequest(url, headers: ["Accept": "application/json"], validators: state?.validators)
    }
}
