import AggSource

/// Turns the items of a feed into records.
enum FeedMapper {
    static let columns: [MappedColumn<FeedItem>] = [
        MappedColumn("feed", "The name of the feed.") { $0.feed },
        MappedColumn("author", "Who wrote the item.") { $0.item.author },
        MappedColumn("categories", "The feed's categories for the item.") { entry in
            entry.item.categories.isEmpty ? nil : entry.item.categories
        },
        MappedColumn("summary", "The summary of the item, or else its full text, as plain text.") {
            $0.item.summary
        },
        MappedColumn("content", "The full item as plain text, if the feed has it in addition to a summary.") {
            $0.item.content
        },
        MappedColumn("location", "The place the item is about.") { $0.item.location },
        MappedColumn("published", "When the item was published.") { $0.item.published },
        MappedColumn("updated", "When the item was last changed.") { $0.item.updated },
        MappedColumn("image", "The URL of a picture.", isSearchable: false) { $0.item.image },
        MappedColumn("attachment", "The URL of an audio, video, or other file.", isSearchable: false) {
            $0.item.attachment
        },
    ]

    /// An item, and the name of its feed.
    struct FeedItem {
        let item: ParsedItem
        let feed: String?
    }

    /// Creates the records of a document; `name`, if given, replaces the feed's own title.
    static func records(of feed: ParsedFeed, name: String?, _ keys: inout FeedKeys) -> [Record] {
        let title = name ?? feed.title
        return zip(feed.items, keys.keys(of: feed.items)).map { record($0, key: $1, feed: title) }
    }

    private static func record(_ item: ParsedItem, key: String, feed: String?) -> Record {
        Record(
            key: key,
            title: title(of: item),
            subtitle: feed ?? item.location,
            date: item.published ?? item.updated,
            url: item.link,
            fields: columns.fields(of: FeedItem(item: item, feed: feed)))
    }

    /// The title, or else the first words of the text, or else the place, the link, or the id.
    private static func title(of item: ParsedItem) -> String {
        item.title ?? item.summary.flatMap(beginning) ?? item.location ?? item.link ?? item.id ?? "Untitled"
    }

    /// The first words of a text, up to 80 characters.
    private static func beginning(of text: String) -> String? {
        guard let line = HTMLText.plainLine(String(text.prefix(400))) else { return nil }
        guard line.count > 80 else { return line }
        let head = line.prefix(80)
        let words = head.lastIndex(of: " ").map { head[..<$0] } ?? head
        return "\(words)…"
    }
}
