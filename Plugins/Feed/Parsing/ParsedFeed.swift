import AggSource
import Foundation

/// A feed as read from a document, with all text plain.
struct ParsedFeed {
    /// The format of the document.
    var format: FeedFormat
    /// The name of the feed.
    var title: String?
    /// The items, in the order of the document.
    var items: [ParsedItem] = []
    /// The number of items in the document, including skipped ones.
    var count = 0
    /// The skipped items, by position starting at 1, and why.
    var skipped: [(item: Int, reason: String)] = []
    /// The position of each of the ``items`` in the document, starting at 1.
    var positions: [Int] {
        let skipped = Set(skipped.map(\.item))
        return (1..<count + 1).filter { !skipped.contains($0) }
    }
    /// The URL of the next page, if the document links to one.
    var nextPage: String?
    /// Whether the document ends early, so it may have had more items.
    var isCutOff = false
    /// Notes about the document, each part of a sentence.
    var notes: [String] = []

    init(_ format: FeedFormat, title: String? = nil) {
        self.format = format
        self.title = title
    }

    /// Adds an item, or records why it is skipped.
    mutating func add(_ item: () throws(MappingFault) -> ParsedItem) {
        count += 1
        do { items.append(try item()) } catch { skipped.append((count, error.reason)) }
    }
}

/// The supported document formats.
enum FeedFormat: String {
    case rss = "RSS"
    case rdf = "RSS 1.0 (RDF)"
    case atom = "Atom"
    case jsonFeed = "JSON Feed"
    case essential = "Essential Feed"
}

/// An item of a feed, with all text plain.
struct ParsedItem: Hashable {
    /// The feed's own identifier for the item.
    var id: String?
    /// The URL of the item's page.
    var link: String?
    /// The title, on one line.
    var title: String?
    /// The feed's summary of the item.
    var summary: String?
    /// The full item, if the feed has it in addition to a summary.
    var content: String?
    /// Who wrote it; several authors are separated by commas.
    var author: String?
    /// Its categories.
    var categories: [String] = []
    /// The place the item is about.
    var location: String?
    /// The URL of a picture.
    var image: String?
    /// The URL of a sound, video, or other file that belongs to the item.
    var attachment: String?
    /// When it was published.
    var published: RecordDate?
    /// When it was last changed.
    var updated: RecordDate?

    /// Whether it is empty.
    var isEmpty: Bool { self == ParsedItem() }
}

/// A person as written in RSS: `mail@example.org (Name)`, `Name <mail@example.org>`, or just one of the two.
enum FeedPerson {
    /// The name, or else the email address.
    static func name(_ text: String) -> String? {
        guard let text = HTMLText.plainLine(text) else { return nil }
        if let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close {
            let (inside, outside) = (String(text[text.index(after: open)..<close]), String(text[..<open]))
            return (outside.contains("@") ? inside : outside).trimmed ?? outside.trimmed ?? inside.trimmed
        }
        if let open = text.firstIndex(of: "<"), let close = text.lastIndex(of: ">"), open < close {
            return String(text[..<open]).trimmed ?? String(text[text.index(after: open)..<close]).trimmed
        }
        return text
    }
}

extension [String] {
    /// The texts in order, without duplicates.
    var unique: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
