import AggSource
import Foundation

/// Reads RSS of all versions: 0.9x and 2.0 with items inside the channel, 0.90 and 1.0 (RDF) with items next to it.
struct RSSReader {
    private let root: XMLElement
    private let channel: XMLElement
    /// The base for relative links without an `xml:base`.
    private let home: URL?

    init(root: XMLElement, address: URL?) {
        self.root = root
        let channel = root.name == "channel" ? root : root.first("channel", .plain, .other, .atom) ?? root
        let link = channel.text("link", .plain).flatMap { FeedAddress.resolve($0, against: channel.base ?? address) }
        self.channel = channel
        home = link ?? address
    }

    func read(_ format: FeedFormat) -> ParsedFeed {
        let title = channel.first("title", .plain) ?? channel.first("title", .dublinCore, .itunes)
        var feed = ParsedFeed(format, title: title.flatMap { HTMLText.line($0.markup) })
        var items = channel.all("item", .plain, .atom)
        if root.name != "channel" { items += root.all("item", .plain) }
        for item in items where item.isComplete {
            feed.add { () throws(MappingFault) in try self.item(item) }
        }
        return feed
    }

    private func item(_ element: XMLElement) throws(MappingFault) -> ParsedItem {
        var item = ParsedItem()
        let guid = element.first("guid", .plain)
        item.id = guid?.text ?? element["rdf:about"]
        item.link = link(of: element, guid: guid)
        let title = element.first("title", .plain) ?? element.first("title", .dublinCore, .itunes, .atom, .media)
        item.title = title.flatMap { HTMLText.line($0.markup) }
        texts(of: element, into: &item)
        item.author = author(of: element)
        item.categories = categories(of: element)
        media(of: element, into: &item)
        item.published = FeedDate.parse(
            element.text("pubdate", .plain) ?? element.text("date", .dublinCore, .plain)
                ?? element.text("created", .dublinCore) ?? element.text("issued", .dublinCore)
                ?? element.text("published", .atom))
        item.updated = FeedDate.parse(element.text("updated", .atom) ?? element.text("modified", .dublinCore))
        if item.isEmpty { throw MappingFault("is empty") }
        return item
    }

    private func link(of element: XMLElement, guid: XMLElement?) -> String? {
        let base = element.base ?? home
        let plain = element.all("link", .plain).lazy.compactMap { link in
            FeedAddress.text(link.text ?? link["href"], against: link.base ?? base)
        }.first
        if let plain { return plain }
        let atom = element.all("link", .atom).first { $0["rel"] == nil || $0["rel"] == "alternate" }
        if let address = FeedAddress.text(atom?["href"], against: base) { return address }
        if let text = guid?.text, guid?["ispermalink"] != "false", FeedAddress.isWeb(text) { return text }
        return element["rdf:about"].flatMap { FeedAddress.isWeb($0) ? $0 : nil }
    }

    private func texts(of element: XMLElement, into item: inout ParsedItem) {
        let description = element.first("description", .plain) ?? element.first("description", .dublinCore, .media)
        let summary = description ?? element.first("summary", .atom, .itunes)
        let body =
            element.first("encoded", .content, .other) ?? element.first("body", .xhtml)
            ?? element.first("content", .atom)
        let texts = [summary, body].map { $0.flatMap { HTMLText.lines($0.markup) } }
        item.summary = texts[0] ?? texts[1]
        item.content = texts[0] == texts[1] || texts[0] == nil ? nil : texts[1]
    }

    private func author(of element: XMLElement) -> String? {
        let people = element.all("author", .atom).compactMap { $0.text("name", .atom) }
        if !people.isEmpty { return people.joined(separator: ", ") }
        let creators = element.all("creator", .dublinCore).compactMap(\.text)
        if !creators.isEmpty { return HTMLText.line(creators.joined(separator: ", ")) }
        // Some feeds describe the person as in Atom.
        let described = element.all("author", .plain).compactMap { $0.text("name", .plain) ?? $0.text("email", .plain) }
        if !described.isEmpty { return HTMLText.line(described.unique.joined(separator: ", ")) }
        let text = element.text("author", .plain) ?? element.text("author", .itunes)
        return text.flatMap(FeedPerson.name)
    }

    private func categories(of element: XMLElement) -> [String] {
        let texts =
            element.all("category", .plain).compactMap { $0.text ?? $0["text"] }
            + element.all("subject", .dublinCore).compactMap(\.text)
            + element.all("category", .atom).compactMap { $0["label"] ?? $0["term"] }
        return texts.compactMap { HTMLText.line($0) }.unique
    }

    private func media(of element: XMLElement, into item: inout ParsedItem) {
        let group = element.first("group", .media)
        let contents = element.all("content", .media) + (group?.all("content", .media) ?? [])
        let thumbnail = element.first("thumbnail", .media) ?? group?.first("thumbnail", .media)
        let enclosures = element.all("enclosure", .plain)
        let isImage = { (file: XMLElement) in file["type"]?.hasPrefix("image/") == true || file["medium"] == "image" }
        let base = element.base ?? home
        let image =
            element.first("image", .itunes)?["href"] ?? thumbnail?["url"] ?? contents.first(where: isImage)?["url"]
            ?? enclosures.first(where: isImage)?["url"]
        item.image = FeedAddress.text(image, against: base)
        let file = (enclosures + contents).first { !isImage($0) && $0["url"] != nil }
        item.attachment = FeedAddress.text(file?["url"], against: base)
    }
}
