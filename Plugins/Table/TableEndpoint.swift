import AggSource
import Foundation

/// The request of a table.
struct TableEndpoint {
    /// The address of the table.
    let url: URL

    /// Creates the endpoint of an address.
    init(url: URL) {
        self.url = url
    }

    /// Reads an address as a person types it; `https` if it has no scheme.
    ///
    /// - Throws: `SourceError.refused` if the text is not an address.
    init(_ text: String) throws(SourceError) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let url = URL(string: text.contains("://") ? text : "https://\(text)")
        let isServed = ["http", "https"].contains(url?.scheme?.lowercased()) && url?.host?.isEmpty == false
        guard let url, isServed || url.isFileURL else {
            throw .refused("“\(text)” is neither a file nor the address of one")
        }
        self.url = url
    }

    /// The request, conditional if an answer is held.
    func request(since state: FetchState? = nil) -> HTTPRequest {
        HTTPRequest(
            url, headers: ["Accept": "text/csv, application/json, application/geo+json, */*;q=0.5"],
            validators: state?.validators)
    }
}
