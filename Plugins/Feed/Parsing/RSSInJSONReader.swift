import AggSource
import Foundation

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
