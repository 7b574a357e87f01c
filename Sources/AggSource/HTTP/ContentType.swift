/// The value of a `Content-Type` field (RFC 9110, section 8.3), in lowercase.
package struct ContentType: Hashable, Sendable {
    /// The media type, such as `text/csv`; empty if absent.
    package let mediaType: String
    /// The charset, without its quotes; nil if absent.
    package let charset: String?

    /// Reads the field of a response.
    package init(_ headers: HTTPHeaders) {
        let parts = (headers["Content-Type"] ?? "").lowercased().split(separator: ";").map {
            $0.filter { !$0.isWhitespace }
        }
        mediaType = parts.first ?? ""
        charset =
            parts.dropFirst().lazy.compactMap { parameter in
                let sides = parameter.split(separator: "=", maxSplits: 1)
                guard sides.count == 2, sides[0] == "charset" else { return nil }
                let name = sides[1].filter { !"\"'".contains($0) }
                return name.isEmpty ? nil : name
            }.first
    }
}
