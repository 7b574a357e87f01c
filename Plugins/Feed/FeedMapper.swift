import AggSource

/// Makes records of the items of a feed.
enum FeedMapper {
    static let columns = [
        Column("feed", .text, "The name of the feed."),
        Column("author", .text, "Who wrote the item."),
        Column("categories", .list, "What the feed files it under."),
        Column("summary", .text, "What the feed says about the item, or the item itself, as plain text."),
        Column("content", .text, "The whole item as plain text, where the feed gives it beside a summary."),
        Column("location", .text, "The place the item is about."),
        Column("published", .date, "When it was published."),
        Column("updated", .date, "When it was changed last."),
        Column("image", .text, "The address of a picture.", isSearchable: false),
        Column("attachment", .text, "The address of a sound, a film or another file.", isSearchable: false),
    ]

    /// Makes the records of a document; `name` stands for the feed's own title where it is given.
    static func records(of feed: ParsedFeed, name: String?) -> [Record] {
        let keys = FeedKeys(feed.items)
        let title = name ?? feed.title
        return feed.items.indices.map { record(feed.items[$0], key: keys[$0], feed: title) }
    }

    private static func record(_ item: ParsedItem, key: String, feed: String?) -> Record {
        let values: [(String, FieldValue?)] = [
            ("feed", feed.map(FieldValue.text)),
            ("author", item.author.map(FieldValue.text)),
            ("categories", item.categories.isEmpty ? nil : .list(item.categories)),
            ("summary", item.summary.map(FieldValue.text)),
            ("content", item.content.map(FieldValue.text)),
            ("location", item.location.map(FieldValue.text)),
            ("published", item.published.map(FieldValue.date)),
            ("updated", item.updated.map(FieldValue.date)),
            ("image", item.image.map(FieldValue.text)),
            ("attachment", item.attachment.map(FieldValue.text)),
        ]
        return Record(
            key: key,
            title: title(of: item),
            subtitle: feed ?? item.location,
            date: item.published ?? item.updated,
            url: item.link,
            fields: values.compactMap { name, value in value.map { Record.Field(name, $0) } })
    }

    /// The title, else the first words of the text, else the place, the link or the id.
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
