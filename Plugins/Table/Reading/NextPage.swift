import AggSource
import Foundation

/// How to find the next page of a table.
enum NextPage: Hashable {
    /// At the URL in a member of the document.
    case link(String)
    /// At the URL in the header `Link`.
    case header
    /// At the same URL, with a parameter that counts pages.
    case page(String)
    /// At the same URL, with a parameter that counts rows.
    case offset(String)

    /// The maximum size in bytes of a document to search for a link to the next page.
    private static let largestSearched = 8 << 20

    /// Parses `link PATH`, `header`, `page PARAMETER`, or `offset PARAMETER`; nil for anything else.
    init?(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        switch (words.first, words.count) {
        case ("header", 1): self = .header
        case ("link", 2): self = .link(words[1])
        case ("page", 2): self = .page(words[1])
        case ("offset", 2): self = .offset(words[1])
        default: return nil
        }
    }

    /// Detects how a response with a table of this shape links to its next page; nil if it does not.
    init?(of response: HTTPResponse, _ shape: TableShape) {
        if response.link(to: "next") != nil {
            self = .header
        } else if shape.items != TableShape.members, let document = Self.document(of: response, shape),
            let path = NextLink.path(in: document)
        {
            self = .link(path)
        } else {
            return nil
        }
    }

    /// The JSON document with a table of this shape; nil if it is too large to be searched, or not JSON.
    static func document(of response: HTTPResponse, _ shape: TableShape) -> JSONValue? {
        guard shape.format.isJSON, response.body.count <= largestSearched else { return nil }
        return try? document(in: response.body, shape.encoding, limit: largestSearched)
    }

    private static func document(
        in body: HTTPBody, _ encoding: TableEncoding, limit: Int
    ) throws(SourceError) -> JSONValue {
        var bytes: [UInt8] = []
        var pieces = try TextPieces(body, encoding)
        while let piece = try pieces.next() {
            bytes += piece
            guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
        }
        do { return try JSONValue(parsing: bytes) } catch { throw SourceError(error) }
    }

    /// The setting, as written in configurations.
    var text: String {
        switch self {
        case .link(let path): "link \(path)"
        case .header: "header"
        case .page(let name): "page \(name)"
        case .offset(let name): "offset \(name)"
        }
    }

    /// Whether the end is a page without rows rather than one without a link.
    var countsRows: Bool {
        switch self {
        case .link, .header: false
        case .page, .offset: true
        }
    }

    /// Whether the request after the one for a table's URL can return the same page.
    ///
    /// A URL without a page number is followed by page 1, which is the second page if the server counts from zero, and
    /// the first one if it counts from one.
    func mayRepeatFirstPage(at url: URL) -> Bool {
        if case .page(let name) = self { Self.number(name, in: url) == nil } else { false }
    }

    /// The URL of the page after a response and a number of requests; nil at the end.
    func url(
        after response: HTTPResponse, from first: URL, _ shape: TableShape, requests: Int, rows: Int
    ) throws(SourceError) -> URL? {
        switch self {
        case .header: return response.link(to: "next")
        case .link(let path):
            let document = try Self.document(in: response.body, shape.encoding, limit: 64 << 20)
            guard case .url(let text) = NextLink(at: path, in: document) else { return nil }
            return Self.url(text, response.url)
        case .page(let name): return Self.url(first, name, plus: requests)
        case .offset(let name): return Self.url(first, name, plus: rows)
        }
    }

    private static func url(_ text: String, _ base: URL) -> URL? { URL(string: text, relativeTo: base)?.absoluteURL }

    private static func number(_ name: String, in url: URL) -> Int? {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems
        return items?.first { $0.name == name }?.value.flatMap { Int($0) }
    }

    private static func url(_ url: URL, _ name: String, plus count: Int) -> URL? {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return nil }
        let (number, isTooLarge) = (number(name, in: url) ?? 0).addingReportingOverflow(count)
        guard !isTooLarge else { return nil }
        // As written: decoded, “%2B” would become a plus sign, which servers read as a blank.
        var items = parts.percentEncodedQueryItems ?? []
        items.removeAll { $0.name.removingPercentEncoding == name }
        items.append(URLQueryItem(name: name.percentEncoded, value: String(number)))
        parts.percentEncodedQueryItems = items
        return parts.url
    }
}
