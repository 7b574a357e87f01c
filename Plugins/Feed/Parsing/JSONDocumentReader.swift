import AggSource
import Foundation

/// Reads the JSON formats: JSON Feed 1 and 1.1 (jsonfeed.org), the Essential Feed, and RSS in JSON.
enum JSONDocumentReader {
    /// Reads a document in UTF-8.
    ///
    /// - Throws: `SourceError.invalidData` if the document is not JSON, is truncated, or has no list of items.
    static func read(_ text: [UInt8], from address: URL?) throws(SourceError) -> ParsedFeed {
        var reader = JSONItemReader(member: "items")
        let items: [JSONValue]
        do {
            items = try reader.push(text.span)
            try reader.finish()
        } catch {
            if let channel = reader.members["rss"]?["channel"] {
                return RSSInJSONReader(channel, address: address).read()
            }
            throw SourceError(error)
        }
        let members = JSONValue.object(reader.members)
        guard isJSONFeed(members, items) else { return essential(items) }
        return JSONFeedReader(feed: members, address: address).read(items)
    }

    /// A JSON Feed states its version; one that does not is recognized by keys that the Essential Feed's items lack.
    private static func isJSONFeed(_ feed: JSONValue, _ items: [JSONValue]) -> Bool {
        if let version = feed["version"]?.stringValue, version.contains("jsonfeed.org") { return true }
        if feed["title"] != nil || feed["home_page_url"] != nil || feed["feed_url"] != nil { return true }
        return items.contains { $0["content_html"] != nil || $0["content_text"] != nil || $0["url"] != nil }
    }

    private static func essential(_ items: [JSONValue]) -> ParsedFeed {
        var feed = ParsedFeed(.essential)
        for item in items {
            feed.add { () throws(MappingFault) in try essentialItem(item) }
        }
        return feed
    }

    /// An item of the Essential Feed: an id and an image, and optionally a description and a location.
    private static func essentialItem(_ value: JSONValue) throws(MappingFault) -> ParsedItem {
        guard value.objectValue != nil else { throw MappingFault("is \(value.kind), not an object") }
        guard let id = text(value["id"]) else { throw MappingFault("has no id") }
        guard let image = value["image"]?.stringValue?.trimmed else { throw MappingFault("has no image") }
        var item = ParsedItem()
        item.id = id
        item.link = FeedAddress.text(image, against: nil)
        item.image = item.link
        item.location = value["location"]?.stringValue.flatMap(HTMLText.plainLine)
        item.summary = value["description"]?.stringValue?.trimmed
        return item
    }

    /// A text, or the digits of a number.
    static func text(_ value: JSONValue?) -> String? {
        (value?.stringValue ?? value?.intValue.map { String($0) } ?? value?.doubleValue.map { JSONWriter.shortest($0) })?
            .trimmed
    }
}

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

    /// The authors of 1.1, or else the author of 1.0.
    private static func authors(of value: JSONValue) -> String? {
        let people = value["authors"]?.arrayValue ?? [value["author"] ?? .null]
        let names = people.compactMap { $0["name"]?.stringValue?.trimmed ?? $0.stringValue?.trimmed }
        return names.isEmpty ? nil : names.unique.joined(separator: ", ")
    }
}

/// Reads RSS 2.0 written as JSON, `{"rss": {"channel": {"item": […]}}}` (github.com/scripting/Scripting-News,
/// rss-in-json).
struct RSSInJSONReader {
    private let channel: JSONValue
    private let home: URL?

    init(_ channel: JSONValue, address: URL?) {
        self.channel = channel
        home = channel["link"]?.stringValue.flatMap { FeedAddress.resolve($0, against: address) } ?? address
    }

    func read() -> ParsedFeed {
        var feed = ParsedFeed(.rss, title: channel["title"]?.stringValue.flatMap(HTMLText.line))
        let items = channel["item"]?.arrayValue ?? channel["item"].map { [$0] } ?? []
        for item in items {
            feed.add { () throws(MappingFault) in try self.item(item) }
        }
        return feed
    }

    private func item(_ value: JSONValue) throws(MappingFault) -> ParsedItem {
        guard value.objectValue != nil else { throw MappingFault("is \(value.kind), not an object") }
        var item = ParsedItem()
        item.id = JSONDocumentReader.text(value["guid"]) ?? JSONDocumentReader.text(value["guid"]?["#value"])
        item.link = FeedAddress.text(
            value["link"]?.stringValue ?? item.id.flatMap { FeedAddress.isWeb($0) ? $0 : nil }, against: home)
        item.title = value["title"]?.stringValue.flatMap(HTMLText.line)
        item.summary = value["description"]?.stringValue.flatMap(HTMLText.lines)
        item.author = value["author"]?.stringValue.flatMap(FeedPerson.name)
        item.published = FeedDate.parse(value["pubDate"]?.stringValue)
        item.attachment = FeedAddress.text(value["enclosure"]?["url"]?.stringValue, against: home)
        if item.isEmpty { throw MappingFault("is empty") }
        return item
    }
}
