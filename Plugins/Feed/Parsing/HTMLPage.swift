import Foundation

/// A web page, which may link to feeds.
struct HTMLPage {
    /// A feed that a page links to.
    struct NamedFeed: Equatable {
        var address: URL
        var title: String?
    }

    private let tags: [(name: String, attributes: [XMLAttribute])]
    private let address: URL

    /// Reads the tags of a page fetched from a URL.
    init(_ bytes: [UInt8], charset: String? = nil, from address: URL) {
        var scanner = XMLScanner(TextEncoding.utf8(bytes, charset: charset))
        var tags: [(String, [XMLAttribute])] = []
        while let token = try? scanner.next(), token != .over {
            if case .start(let name, let attributes, _) = token, name == "link" || name == "base" {
                tags.append((name, attributes))
            }
        }
        self.tags = tags
        self.address = address
    }

    /// The feeds that the page links to, in order.
    var feeds: [NamedFeed] {
        let base = tags.first { $0.name == "base" }.flatMap {
            FeedAddress.resolve(value("href", $0.attributes), against: address)
        }
        return tags.compactMap { tag in
            guard tag.name == "link", Self.types.contains(value("type", tag.attributes).lowercased()) else {
                return nil
            }
            let relations = value("rel", tag.attributes).lowercased().split(whereSeparator: \.isWhitespace)
            guard relations.contains("alternate") || relations.contains("feed") else { return nil }
            guard let address = FeedAddress.resolve(value("href", tag.attributes), against: base ?? address) else {
                return nil
            }
            return NamedFeed(address: address, title: value("title", tag.attributes).trimmed)
        }
    }

    /// Whether a text starts like an HTML page.
    static func looksLikeHTML(_ text: ArraySlice<UInt8>) -> Bool {
        var scanner = XMLScanner(Array(text.prefix(4_096)))
        let head = String(decoding: text.prefix(64), as: UTF8.self).lowercased()
        if head.hasPrefix("<!doctype html") { return true }
        while let token = try? scanner.next(), token != .over {
            if case .start(let name, _, _) = token { return ["html", "head", "body"].contains(name) }
        }
        return false
    }

    private static let types: Set<String> = [
        "application/rss+xml", "application/atom+xml", "application/feed+json", "application/json",
        "application/rdf+xml",
        "text/xml", "application/xml",
    ]

    private func value(_ name: String, _ attributes: [XMLAttribute]) -> String {
        attributes.first { $0.name == name }?.value ?? ""
    }
}
