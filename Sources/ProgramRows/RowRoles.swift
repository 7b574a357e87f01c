package import AggSource

/// Which columns make the own properties of a record; nil if none does.
package struct RowRoles: Hashable, Sendable {
    /// The columns that tell rows apart, together; ``contentKey`` for a digest of the whole row.
    package var key: [String]?
    /// The column that a person looks a record up by.
    package var title: String?
    /// The column of the second line.
    package var subtitle: String?
    /// The column of the date.
    package var date: String?
    /// The column of the degrees north of the equator.
    package var latitude: String?
    /// The column of the degrees east of Greenwich.
    package var longitude: String?
    /// The column of the address of a page.
    package var url: String?

    /// The key of rows that no column tells apart: a digest of all their values.
    package static let contentKey = ":content"

    /// The parameters that name them.
    package static let parameters = [
        Parameter(
            "key", .text,
            help:
                "The column that tells rows apart, or several as “region, number”; “:content” for a digest of the row. "
                + "Inferred unless it is given."),
        Parameter("title", .text, help: "The column to look records up by; inferred unless it is given."),
        Parameter("subtitle", .text, help: "The column of the second line; inferred unless it is given."),
        Parameter("date", .text, help: "The column of the record's date; inferred unless it is given."),
        Parameter("latitude", .text, help: "The column of the latitude; inferred unless it is given."),
        Parameter("longitude", .text, help: "The column of the longitude; inferred unless it is given."),
        Parameter("url", .text, help: "The column of the record's web address; inferred unless it is given."),
    ]

    /// Creates roles without a column.
    package init() {}

    /// The columns that the configuration names.
    package init(_ configuration: SourceConfiguration) {
        key = configuration.text("key").map(Self.columns)
        title = configuration.text("title")
        subtitle = configuration.text("subtitle")
        date = configuration.text("date")
        latitude = configuration.text("latitude")
        longitude = configuration.text("longitude")
        url = configuration.text("url")
    }

    /// The roles that have a column, by their names in the configuration.
    package var named: [(role: String, column: String)] {
        let pairs = [
            ("key", key?.joined(separator: ", ")), ("title", title), ("subtitle", subtitle), ("date", date),
            ("latitude", latitude), ("longitude", longitude), ("url", url),
        ]
        return pairs.compactMap { role, column in column.map { (role, $0) } }
    }

    /// What was inferred, for people: as "inferred from the columns: title name, key id".
    package func notes(over configured: RowRoles) -> [String] {
        let given = Set(configured.named.map(\.role))
        let inferred = named.filter { !given.contains($0.role) }
        guard !inferred.isEmpty else { return [] }
        let list = inferred.map { "\($0.role) \($0.column)" }.joined(separator: ", ")
        let content =
            key == [Self.contentKey] && configured.key == nil
            ? ["no column tells the rows apart: a row is known by its content, so a changed row is a new record"] : []
        return ["inferred from the columns: \(list)"] + content
    }

    private static func columns(_ text: String) -> [String] {
        text.split(separator: ",").map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
            .filter { !$0.isEmpty }
    }
}
