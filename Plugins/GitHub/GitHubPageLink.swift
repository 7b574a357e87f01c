import AggSource
import Foundation

/// The page links in a Link header (RFC 8288).
enum GitHubPageLink {
    /// The URL of the page after a response; nil for the last page.
    static func next(after response: HTTPResponse) -> URL? { address(of: "next", in: response) }

    /// The number of the last page of a response; nil if there is only one page.
    static func lastPage(of response: HTTPResponse) -> Int? {
        guard let last = address(of: "last", in: response) else { return nil }
        let items = URLComponents(url: last, resolvingAgainstBaseURL: true)?.queryItems
        return items?.last { $0.name == "page" }?.value.flatMap(Int.init)
    }

    private static func address(of relation: String, in response: HTTPResponse) -> URL? {
        guard let header = response.headers["Link"] else { return nil }
        var rest = header[...]
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            let address = rest[rest.index(after: open)..<close]
            rest = rest[rest.index(after: close)...]
            let parameters = rest.prefix { $0 != "<" }
            if names(relation, parameters) {
                return URL(string: String(address), relativeTo: response.url)?.absoluteURL
            }
        }
        return nil
    }

    private static func names(_ relation: String, _ parameters: Substring) -> Bool {
        parameters.split(whereSeparator: { $0 == ";" || $0 == "," }).contains { parameter in
            let sides = parameter.split(separator: "=", maxSplits: 1)
                .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
            guard sides.count == 2, sides[0] == "rel" else { return false }
            return sides[1].trimmingCharacters(in: ["\""]).split(separator: " ").contains { $0 == relation }
        }
    }
}
