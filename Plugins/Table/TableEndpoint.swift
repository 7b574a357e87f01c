import AggSource
import Foundation

/// The request for a table.
struct TableEndpoint {
    /// The URL of the table.
    let url: URL

    /// Creates the endpoint for a URL.
    init(url: URL) {
        self.url = url
    }

    /// Parses a path or URL as a person types it; `https` if it has no scheme.
    ///
    /// - Throws: `SourceError.refused` if the text is neither.
    init(_ text: String) throws(SourceError) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let url = URL(string: text.contains("://") ? text : "https://\(text)")
        let isServed = ["http", "https"].contains(url?.scheme?.lowercased()) && url?.host?.isEmpty == false
        guard let url, isServed || url.isFileURL else {
            throw .refused("“\(text)” is neither an existing file nor a URL")
        }
        self.url = url
    }

    /// The request, conditional if there is an earlier response.
    func request(since state: FetchState? = nil) -> HTTPRequest {
        HTTPRequest(
            url, headers: ["Accept": "text/csv, application/json, application/geo+json, */*;q=0.5"],
            validators: state?.validators)
    }
}
