import AggSource
import Foundation

/// Reads JSON Feed 1 and 1.1 (jsonfeed.org/version/1.1).
struct JSONFeedReader {
    private let feed: JSONValue
    private let home: URL?
    private let authors: String?

    init(feed: JSONValue, address: URL?) {
        self.feed = feed
        let page = feed["home_page_url"]?.stringValue.flatMap { FeedAddress.resolve($0, against: address) }
        home = page ?? address
        authors = Self.authors(of: feed)
    }

    func read(_ items: [JSONValue]) -> ParsedFeed {
        var result = ParsedFeed(.jsonFeed, title: feed["title"]?.stringValue.flatMap(HTMLText.plainLineWithReferences))
        result.nextPage = feed["next_url"]?.stringValue?.trimmed
        for item in items {
            result.add { () throws(MappingFault) in try self.item(item) }
        }
        return result
    }

    private func item(_ value: JSONValue) throws(MappingFault) -> ParsedItem {
        guard value.objectValue != nil else { throw MappingFault("is \(value.kind), not an object") }
        var item = ParsedItem()
        item.id = JSONDocumentReader.text(value["id"])
        item.link = FeedAddress.text(value["url"]?.stringValue ?? value["external_url"]?.stringValue, against: home)
        item.title = value["title"]?.stringValue.flatMap(HTMLText.plainLineWithReferences)
        let body =
            value["content_html"]?.stringValue.flatMap(HTMLText.lines) ?? value["content_text"]?.stringValue?.trimmed
        let summary = value["summary"]?.stringValue?.trimmed
        item.summary = summary ?? body
        item.content = summary == nil || summary == body ? nil : body
        item.categories = (value["tags"]?.arrayValue ?? []).compactMap { $0.stringValue?.trimmed }.unique
        item.image = FeedAddress.text(value["image"]?.stringValue ?? value["banner_image"]?.stringValue, against: home)
        let attachment = value["attachments"]?.arrayValue?.first?["url"]?.stringValue
        item.attachment = FeedAddress.text(attachment, against: home)
        item.published = FeedDate.parse(JSONDocumentReader.text(value["date_published"]))
        item.updated = FeedDate.parse(JSONDocumentReader.text(value["date_modified"]))
        if item.isEmpty { throw MappingFault("is empty") }
        item.author = Self.authors(of: value) ?? authors
        return item
    }

    /// The authors of 1.1, else the author of 1.0.
    private static func authors(of value: JSONValue) -> String? {
        let people = value["authors"]?.arrayValue ?? [value["author"] ?? .null]
        let names = people.compactMap { $0["name"]?.stringValue?.trimmed ?? $0.stringValue?.trimmed }
        return names.isEmpty ? nil : names.unique.joined(separator: ", ")
    }
}
