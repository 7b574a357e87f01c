import AggSource
import Foundation

/// The request for the list.
struct CitiesEndpoint {
    /// The list to read by default: 209,557 cities, 19 MB.
    static let publicList =
        "https://gist.githubusercontent.com/hernan-uala/dce8843a8edbe0b0018b32e137bc2b3a/raw/"
        + "0996accf70cb0ca0e16f9a99e0ee185fafca7af1/cities.json"

    /// The URL of the list.
    let url: URL

    /// The request for the list; given the state of an earlier fetch, it asks only for a newer list.
    func request(since state: FetchState?) -> HTTPRequest {
        HTTPRequest(url, headers: ["Accept": "application/json, */*;q=0.5"], validators: state?.validators)
    }
}
