import AggSource
import Foundation

/// A feed as a document gave it, all its texts plain.
struct ParsedFeed {
    /// What the document is.
    var format: FeedFormat
    /// The name of the feed.
    var title: String?
    /// The items, in the order of the document.
    var items: [ParsedItem] = []
    /// How many items the document has, those that were left out counted.
    var count = 0
    /// Items that were left out, by their place from 1, and why.
    var skipped: [(item: Int, reason: String)] = []
    /// The address of the next page, where the document names one.
    var nextPage: String?
    /// What is to be said of the document, each part of a sentence.
    var notes: [String] = []

    init(_ format: FeedFormat, title: String? = nil) {
        self.format = format
        self.title = title
    }

    /// Takes an item over, or counts why it is left out.
    mutating func add(_ item: () throws(MappingFault) -> ParsedItem) {
        count += 1
        do { items.append(try item()) } catch { skipped.append((count, error.reason)) }
    }
}

/// The kinds of documents that are read.
enum FeedFormat: String {
    case rss = "RSS"
    case rdf = "RSS 1.0 (RDF)"
    case atom = "Atom"
    case jsonFeed = "JSON Feed"
    case essential = "Essential Feed"
}

/// An item of a feed, all its texts plain.
struct ParsedItem: Hashable {
    /// What the feed itself knows the item by.
    var id: String?
    /// The address of the item's page.
    var link: String?
    /// The title, on one line.
    var title: String?
    /// What the feed says about the item.
    var summary: String?
    /// The item itself, where the feed has it beside the summary.
    var content: String?
    /// Who wrote it; several parted by commas.
    var author: String?
    /// What it is filed under.
    var categories: [String] = []
    /// The place the item is about.
    var location: String?
    /// The address of a picture.
    var image: String?
    /// The address of a sound, a film or another file that belongs to the item.
    var attachment: String?
    /// When it was published.
    var published: RecordDate?
    /// When it was changed last.
    var updated: RecordDate?

    /// Whether there is nothing in it.
    var isEmpty: Bool { self == ParsedItem() }
}

/// A person as RSS writes one: `mail@example.org (Name)`, `Name <mail@example.org>`, or either alone.
enum FeedPerson {
    /// The name, else the address.
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
    /// The texts without repeats, in their order.
    var unique: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
