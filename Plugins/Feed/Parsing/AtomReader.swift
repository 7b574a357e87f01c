import AggSource
import Foundation

/// Reads Atom 1.0 (RFC 4287) and Atom 0.3.
struct AtomReader {
    private let root: XMLElement
    /// The base for relative links without an `xml:base`.
    private let home: URL?
    private let authors: String?

    init(root: XMLElement, address: URL?) {
        self.root = root
        let link = Self.alternate(of: root).flatMap {
            FeedAddress.resolve($0["href"] ?? "", against: root.base ?? address)
        }
        home = link ?? address
        authors = Self.people(root.all("author", .atom, .plain))
    }

    func read() -> ParsedFeed {
        var feed = ParsedFeed(.atom, title: root.first("title", .atom, .plain).flatMap(Self.line))
        for entry in root.all("entry", .atom, .plain) where entry.isComplete {
            feed.add { () throws(MappingFault) in try item(entry) }
        }
        return feed
    }

    private func item(_ entry: XMLElement) throws(MappingFault) -> ParsedItem {
        var item = ParsedItem()
        item.id = entry.text("id", .atom, .plain)
        let content = entry.first("content", .atom, .plain)
        let group = entry.first("group", .media)
        let link = Self.alternate(of: entry)
        let base = entry.base ?? home
        item.link = FeedAddress.text(link?["href"] ?? content?["src"], against: link?.base ?? base)
        item.title = entry.first("title", .atom, .plain).flatMap(Self.line)
        let summary = entry.first("summary", .atom, .plain) ?? group?.first("description", .media)
        let texts = [summary, content].map { $0.flatMap(Self.lines) }
        item.summary = texts[0] ?? texts[1]
        item.content = texts[0] == texts[1] || texts[0] == nil ? nil : texts[1]
        item.categories =
            entry.all("category", .atom, .plain).compactMap { $0["label"] ?? $0["term"] ?? $0.text }.unique
        files(of: entry, group, base, into: &item)
        item.published = FeedDate.parse(
            entry.text("published", .atom, .plain) ?? entry.text("issued", .atom, .plain)
                ?? entry.text("created", .atom, .plain) ?? entry.text("date", .dublinCore))
        item.updated = FeedDate.parse(entry.text("updated", .atom, .plain) ?? entry.text("modified", .atom, .plain))
        if item.isEmpty { throw MappingFault("is empty") }
        let source = entry.first("source", .atom, .plain)
        item.author =
            Self.people(entry.all("author", .atom, .plain)) ?? entry.text("creator", .dublinCore)
            ?? source.flatMap { Self.people($0.all("author", .atom, .plain)) } ?? authors
        return item
    }

    private func files(of entry: XMLElement, _ group: XMLElement?, _ base: URL?, into item: inout ParsedItem) {
        let links = entry.all("link", .atom, .plain).filter { $0["rel"] == "enclosure" }
        let thumbnail = group?.first("thumbnail", .media) ?? entry.first("thumbnail", .media)
        let isImage = { (file: XMLElement) in file["type"]?.hasPrefix("image/") == true }
        item.image = FeedAddress.text(thumbnail?["url"] ?? links.first(where: isImage)?["href"], against: base)
        item.attachment = FeedAddress.text(links.first { !isImage($0) }?["href"], against: base)
    }

    /// The link to the page: the first one without a relation or with `alternate`, preferring HTML.
    private static func alternate(of element: XMLElement) -> XMLElement? {
        let links = element.all("link", .atom, .plain).filter {
            $0["href"] != nil && ($0["rel"] == nil || $0["rel"]?.lowercased() == "alternate")
        }
        return links.first { $0["type"] == nil || $0["type"]?.contains("html") == true } ?? links.first
    }

    private static func people(_ elements: [XMLElement]) -> String? {
        let names = elements.compactMap { person in
            person.text("name", .atom, .plain) ?? person.text("email", .atom, .plain)
                ?? (person.elements.isEmpty ? person.text.flatMap(FeedPerson.name) : nil)
        }
        return names.isEmpty ? nil : HTMLText.plainLine(names.unique.joined(separator: ", "))
    }

    private static func line(_ element: XMLElement) -> String? {
        switch form(of: element) {
        case .plain: element.text.flatMap(HTMLText.plainLine)
        case .html(let markup): HTMLText.line(markup)
        case .binary: nil
        }
    }

    private static func lines(_ element: XMLElement) -> String? {
        switch form(of: element) {
        case .plain: element.text
        case .html(let markup): HTMLText.lines(markup)
        case .binary: nil
        }
    }

    private enum Form {
        case plain
        case html(String)
        /// Something other than text, such as a picture.
        case binary
    }

    /// The encoding of a text, by `type` in Atom 1.0 and by `type` and `mode` in 0.3.
    private static func form(of element: XMLElement) -> Form {
        let type = element["type"]?.lowercased() ?? "text"
        let mode = element["mode"]?.lowercased()
        if mode == "base64" || mode == nil && isMedia(type), element.elements.isEmpty, let text = element.text {
            let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters)
            return data.flatMap { String(data: $0, encoding: .utf8) }.map(Form.html) ?? .binary
        }
        if !element.elements.isEmpty || type.hasSuffix("xhtml") || type.contains("xml") { return .html(element.markup) }
        // Text is plain in both Atom 0.3 and 1.0 unless its type says otherwise.
        return type.contains("html") || mode == "escaped" ? .html(element.markup) : .plain
    }

    /// Whether content of a type is in base64 (RFC 4287, section 4.1.3.3).
    private static func isMedia(_ type: String) -> Bool {
        type.contains("/") && !type.hasPrefix("text/") && !type.contains("xml") && !type.contains("html")
    }
}
