import AggSource
import Foundation

/// Reads the formats in JSON: JSON Feed 1 and 1.1 (jsonfeed.org), the Essential Feed, and RSS in JSON.
enum JSONDocumentReader {
    /// Reads a document in UTF-8.
    ///
    /// - Throws: `SourceError.invalidData` where the document is not JSON, is cut short, or has no list of items.
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

    /// A JSON Feed says its version; one that does not is known by what its items have and the Essential Feed's have not.
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

    /// An item of the Essential Feed: an id and a picture, which may have a description and a place.
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
