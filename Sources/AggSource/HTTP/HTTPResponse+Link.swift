package import Foundation

extension HTTPResponse {
    /// The URL in the `Link` header with a relation such as `next`; nil if there is none (RFC 8288).
    ///
    /// A URL may contain commas and semicolons.
    package func link(to relation: String) -> URL? {
        guard let header = headers["Link"] else { return nil }
        var rest = header[...]
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            let address = rest[rest.index(after: open)..<close]
            rest = rest[rest.index(after: close)...]
            if Self.names(relation, rest.prefix { $0 != "<" }) {
                return URL(string: String(address), relativeTo: url)?.absoluteURL
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
