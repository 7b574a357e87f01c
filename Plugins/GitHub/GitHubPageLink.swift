import AggSource
import Foundation

/// The page links in a Link header (RFC 8288).
enum GitHubPageLink {
    /// The URL of the page after a response; nil for the last page.
    static func next(after response: HTTPResponse) -> URL? { response.link(to: "next") }

    /// The number of the last page of a response; nil if there is only one page.
    static func lastPage(of response: HTTPResponse) -> Int? {
        guard let last = response.link(to: "last") else { return nil }
        let items = URLComponents(url: last, resolvingAgainstBaseURL: true)?.queryItems
        return items?.last { $0.name == "page" }?.value.flatMap(Int.init)
    }
}
