package import AggSource

/// The views available in SQL: all records, the favorites, the sources, and one view per source.
package struct SQLViews: Sendable {
    /// A source as SQL shows it.
    package struct Source: Sendable {
        /// Its status.
        package var status: SourceStatus
        /// Its own columns.
        package var columns: [Column]

        /// Creates a source.
        package init(status: SourceStatus, columns: [Column]) {
            self.status = status
            self.columns = columns
        }
    }

    /// A view: its name and its contents.
    package struct View: Hashable, Sendable {
        /// The name; SQL needs double quotes around a name with a hyphen.
        package var name: String
        /// A one-sentence description of a row.
        package var summary: String
        /// The columns, in order.
        package var columns: [ViewColumn]
    }

    /// A column of a view.
    package struct ViewColumn: Hashable, Sendable {
        /// The name.
        package var name: String
        /// The SQL type of its values: TEXT, INTEGER, or REAL.
        package var type: String
        /// A one-sentence description of the values.
        package var summary: String
    }

    /// The names of the views of all sources, which a source's view cannot have.
    package static let commonNames: Set<String> = ["records", "favorites", "sources"]

    /// The sources, in registry order.
    package var sources: [Source]

    /// Creates views over sources.
    package init(_ sources: [Source]) {
        self.sources = sources
    }

    /// The name of a source's view: its id, or with its kind as in `records-table` if a view of all sources is called that.
    package func name(of source: Source) -> String {
        let id = source.status.id.description
        guard Self.commonNames.contains(id) else { return id }
        var name = "\(id)-\(source.status.kind)"
        while sources.contains(where: { $0.status.id.description == name }) { name += "-2" }
        return name
    }

    /// The views, starting with those of all sources.
    package var views: [View] {
        let common = [
            View(name: "records", summary: "A record from any source.", columns: Self.recordColumns),
            View(
                name: "favorites", summary: "A favorite, as it was when you added it.", columns: Self.favoriteColumns),
            View(name: "sources", summary: "A source and how fresh its rows are.", columns: Self.sourceColumns),
        ]
        return common
            + sources.map { source in
                View(
                    name: name(of: source), summary: "A record from \(source.status.id).",
                    columns: Self.columns(of: source.columns))
            }
    }

    /// The sources of the records in some views: each view has its own, and `records` has all.
    package func sources(of views: Set<String>) -> [SourceStatus] {
        sources.filter { views.contains("records") || views.contains(name(of: $0)) }.map(\.status)
    }

    /// The columns of a source's view: the common columns, unless it has its own by that name, and then its own.
    package static func columns(of own: [Column]) -> [ViewColumn] {
        let names = Set(own.map { $0.name.lowercased() })
        let common = recordColumns.filter { !["source", "fields"].contains($0.name) && !names.contains($0.name) }
        return common
            + own.map { column in
                ViewColumn(name: column.name, type: type(of: column.kind), summary: column.summary)
            }
    }

    private static let recordColumns = [
        ViewColumn(name: "address", type: "TEXT", summary: "Source and key, e.g. cities:2643743."),
        ViewColumn(name: "source", type: "TEXT", summary: "The id of the source."),
        ViewColumn(name: "key", type: "TEXT", summary: "The record's key within its source."),
        ViewColumn(name: "title", type: "TEXT", summary: "The name people use to find the record."),
        ViewColumn(name: "subtitle", type: "TEXT", summary: "Distinguishes records with the same title."),
        ViewColumn(name: "date", type: "TEXT", summary: "A date, or a date and time, in ISO 8601."),
        ViewColumn(name: "latitude", type: "REAL", summary: "Degrees north."),
        ViewColumn(name: "longitude", type: "REAL", summary: "Degrees east."),
        ViewColumn(name: "url", type: "TEXT", summary: "The URL of a page about the record."),
        ViewColumn(name: "prominence", type: "INTEGER", summary: "How well known the record is, from 0 to 7."),
        ViewColumn(name: "fields", type: "TEXT", summary: "The source's own columns as one JSON object."),
    ]

    /// The columns of `favorites`.
    package static let favoriteColumns =
        recordColumns.filter { $0.name != "prominence" } + [
            ViewColumn(name: "marked_at", type: "TEXT", summary: "When the favorite was added, in UTC."),
            ViewColumn(name: "tags", type: "TEXT", summary: "The favorite's tags as a JSON array."),
            ViewColumn(name: "note", type: "TEXT", summary: "The favorite's note."),
        ]

    /// The columns of `sources`.
    package static let sourceColumns = [
        ViewColumn(name: "id", type: "TEXT", summary: "The id of the source."),
        ViewColumn(name: "kind", type: "TEXT", summary: "The kind of source."),
        ViewColumn(name: "state", type: "TEXT", summary: "loading, loaded, or error."),
        ViewColumn(name: "origin", type: "TEXT", summary: "remote, starter, or import."),
        ViewColumn(name: "records", type: "INTEGER", summary: "The number of rows in the source."),
        ViewColumn(name: "favorites", type: "INTEGER", summary: "The number of favorites from the source."),
        ViewColumn(name: "fetched_at", type: "TEXT", summary: "When the rows were last known to be current, in UTC."),
        ViewColumn(name: "age_s", type: "INTEGER", summary: "The age of the rows, in seconds."),
        ViewColumn(
            name: "stale", type: "INTEGER", summary: "1 if the rows are out of date or the last refresh failed."),
        ViewColumn(name: "reason", type: "TEXT", summary: "Why the rows are stale or missing."),
    ]

    private static func type(of kind: Column.Kind) -> String {
        switch kind {
        case .text, .date, .list: "TEXT"
        case .integer, .boolean: "INTEGER"
        case .decimal: "REAL"
        }
    }
}
