import AggSource
import Foundation

@testable import FeedSource

/// The results that gofeed's tests store for a document, reduced to what is compared.
struct ExpectedFeed {
    struct Item {
        var title: String?
        var link: String?
        var id: String?
        var date: String?
    }

    var title: String?
    var items: [Item]

    init(_ bytes: [UInt8]) throws {
        let feed = try JSONValue(parsing: bytes)
        title = feed["title"]?.stringValue
        items = (feed["items"] ?? feed["entries"])?.arrayValue?.map(Self.item) ?? []
    }

    private static func item(_ value: JSONValue) -> Item {
        let alternate = value["links"]?.arrayValue?.first {
            $0["rel"] == nil || $0["rel"]?.stringValue == "alternate"
        }
        let dates = ["publishedParsed", "pubDateParsed", "updatedParsed", "date_published"].lazy.compactMap {
            value[$0]?.stringValue
        }
        return Item(
            title: value["title"]?.stringValue,
            link: value["link"]?.stringValue ?? value["url"]?.stringValue ?? alternate?["href"]?.stringValue,
            id: value["guid"]?["value"]?.stringValue ?? value["guid"]?.stringValue ?? value["id"]?.stringValue,
            date: dates.first)
    }

    /// Returns the differences in a parsed feed, each in a few words; empty if everything is as expected.
    func differences(from feed: ParsedFeed) -> [String] {
        var differences: [String] = []
        if !Self.isSameText(title, feed.title) {
            differences.append("title \(feed.title ?? "none") for \(title ?? "none")")
        }
        guard feed.count == items.count else {
            return differences + ["\(feed.count) items for \(items.count)"]
        }
        let skipped = Set(feed.skipped.map(\.item))
        let kept = items.enumerated().filter { !skipped.contains($0.offset + 1) }.map(\.element)
        for (expected, item) in zip(kept, feed.items) {
            if !Self.isSameText(expected.title, item.title) {
                differences.append("item title \(item.title ?? "none") for \(expected.title ?? "none")")
            }
            if let link = expected.link?.trimmed, link != item.link {
                differences.append("link \(item.link ?? "none") for \(link)")
            }
            if let id = expected.id?.trimmed, id != item.id {
                differences.append("id \(item.id ?? "none") for \(id)")
            }
            let date = expected.date.flatMap(RecordDate.init(iso8601:))
            if let date, date.text.prefix(19) != (item.published ?? item.updated)?.text.prefix(19) {
                differences.append("date \((item.published ?? item.updated)?.text ?? "none") for \(date.text)")
            }
        }
        return differences
    }

    /// Whether a text was read as expected; gofeed keeps markup, which agg removes.
    private static func isSameText(_ expected: String?, _ found: String?) -> Bool {
        let expected = expected ?? ""
        return (HTMLText.line(expected) ?? "") == (found ?? "") || (HTMLText.plainLine(expected) ?? "") == (found ?? "")
    }
}
