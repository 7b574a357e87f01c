import AggSearch
import AggSource
import AggStorage
import Foundation

/// Creates the views on a connection, as temporary views invisible to other connections.
struct SQLViewDefinitions {
    private let views: SQLViews
    private let favorites: [Favorite]
    /// The unguessable part of the names of the underlying tables.
    private let seal: String

    init(_ views: SQLViews, favorites: [Favorite], seal: String) {
        self.views = views
        self.favorites = favorites
        self.seal = seal
    }

    func make(on handle: borrowing SQLHandle) throws(SQLError) {
        // SQLite declares these tables on first use, which the authorizer would mistake for writing.
        for table in ["json_each", "json_tree"] { try handle.run("SELECT 1 FROM \(table)('[]')") }
        try handle.run("CREATE TEMP VIEW \(record) AS SELECT * FROM main.record")
        let served = try served(handle)
        try makeRecords(handle, served)
        try makeFavorites(handle)
        try makeSources(handle)
        for source in views.sources {
            try makeSource(handle, source, served[source.status.id])
        }
    }

    private var record: String { "agg_record_\(seal)" }
    private var source: String { "agg_source_\(seal)" }

    /// The sources whose rows may be shown, as recorded in the mirror.
    private func served(_ handle: borrowing SQLHandle) throws(SQLError) -> [SourceID: SearchedSource] {
        let served = Set(views.sources.map(\.status).filter(\.isServed).map(\.id))
        var found: [SourceID: SearchedSource] = [:]
        try handle.forEachRow("SELECT id, number, prominences FROM main.source") { row in
            let values = row.values
            guard let id = values[0].stringValue.flatMap({ SourceID($0) }), served.contains(id),
                case .integer(let number) = values[1], case .integer(let prominences) = values[2]
            else { return }
            found[id] = SearchedSource(number: number, prominences: prominences)
        }
        return found
    }

    /// The rows of a source are contiguous, so reading all of them is sequential; comparisons of keys, latitudes, or
    /// dates use an index, which starts with the source or its classes.
    ///
    /// IN rather than =, although no row has the second value: if a column equals a constant, SQLite creates no
    /// automatic index for a join on other columns, and joining two large sources by title takes minutes instead of a
    /// second. The source column is always used because SQLite reports no view to the authorizer for a table of which no
    /// column is used.
    private func rows(of source: SearchedSource) -> String {
        let ids = RecordClass.ids(ofSource: source.number)
        let classes = source.classes.map { "\($0.number), " }.joined()
        return """
            id BETWEEN \(ids.lowerBound) AND \(ids.upperBound) AND source IN (\(source.number), -1) AND class IN (\(classes)-1)
            """
    }

    private func makeRecords(
        _ handle: borrowing SQLHandle, _ served: [SourceID: SearchedSource]
    ) throws(SQLError) {
        try handle.run(
            "CREATE TEMP TABLE \(source) (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, first INTEGER, last INTEGER)"
        )
        for (id, source) in served {
            let ids = RecordClass.ids(ofSource: source.number)
            try handle.run(
                "INSERT INTO \(self.source) VALUES (?1, ?2, ?3, ?4)",
                [.integer(source.number), .string(id.description), .integer(ids.lowerBound), .integer(ids.upperBound)])
        }
        try handle.run(
            """
            CREATE TEMP VIEW records AS
            SELECT s.id || ':' || r.key AS address, s.id AS source, r.key, r.title, r.subtitle, r.date, r.latitude,
                r.longitude, r.url, 7 - (r.class & 7) AS prominence, r.fields
            FROM \(source) s CROSS JOIN \(record) r
                ON r.id BETWEEN s.first AND s.last AND r.source IN (s.number, -1)
            """)
    }

    private func makeSource(
        _ handle: borrowing SQLHandle, _ source: SQLViews.Source, _ served: SearchedSource?
    ) throws(SQLError) {
        let id = source.status.id.description
        let kinds = Dictionary(source.columns.map { ($0.name, $0.kind) }, uniquingKeysWith: { first, _ in first })
        var taken: Set<String> = []
        let columns = SQLViews.columns(of: source.columns).compactMap { column -> String? in
            guard taken.insert(column.name.lowercased()).inserted else { return nil }
            let value =
                if let kind = kinds[column.name] {
                    Self.value(column.name, kind)
                } else {
                    switch column.name {
                    case "address": "\(text(id)) || ':' || key"
                    case "prominence": "7 - (class & 7)"
                    default: column.name
                    }
                }
            return "\(value) AS \(Self.name(column.name))"
        }
        let rows = served.map(rows) ?? "source = -1"
        try handle.run(
            "CREATE TEMP VIEW \(Self.name(views.name(of: source))) AS SELECT \(columns.joined(separator: ", ")) FROM \(record) WHERE \(rows)"
        )
    }

    private func makeFavorites(_ handle: borrowing SQLHandle) throws(SQLError) {
        try fill(
            handle, "favorites", SQLViews.favoriteColumns,
            favorites.map { favorite in
                let record = favorite.record
                return [
                    .string(favorite.address.description), .string(favorite.source.description), .string(record.key),
                    .string(record.title), .init(record.subtitle), .init(record.date?.text),
                    record.coordinate.map { .decimal($0.latitude) } ?? .null,
                    record.coordinate.map { .decimal($0.longitude) } ?? .null, .init(record.url),
                    .string(String(decoding: FieldsJSON.bytes(record.fields), as: UTF8.self)),
                    .init(RecordDate(instant: favorite.addedAt)?.text),
                    .string(String(decoding: FieldsJSON.bytes(favorite.tags), as: UTF8.self)), .init(favorite.note),
                ]
            })
    }

    private func makeSources(_ handle: borrowing SQLHandle) throws(SQLError) {
        try fill(
            handle, "sources", SQLViews.sourceColumns,
            views.sources.map(\.status).map { status in
                [
                    .string(status.id.description), .string(status.kind.description), .string(status.phase.rawValue),
                    .init(status.origin?.rawValue), .integer(Int64(status.records)), .integer(Int64(status.favorites)),
                    .init(status.fetchedAt.flatMap(RecordDate.init(instant:))?.text),
                    status.age.map { .integer($0.components.seconds) } ?? .null, .boolean(status.isStale),
                    .init(status.reason),
                ]
            })
    }

    /// Creates a view on a temporary table of rows.
    private func fill(
        _ handle: borrowing SQLHandle, _ name: String, _ columns: [SQLViews.ViewColumn], _ rows: [[JSONValue]]
    ) throws(SQLError) {
        let table = "agg_\(name)_\(seal)"
        let declared = columns.map { "\($0.name) \($0.type)" }.joined(separator: ", ")
        try handle.run("CREATE TEMP TABLE \(table) (\(declared))")
        let places = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        for row in rows { try handle.run("INSERT INTO \(table) VALUES (\(places))", row) }
        try handle.run("CREATE TEMP VIEW \(name) AS SELECT * FROM \(table)")
    }

    /// The SQL for a column's value in the fields of a row, as written by `FieldsJSON`.
    static func value(_ name: String, _ kind: Column.Kind) -> String {
        let path = "$.\"\(name.replacingEach("\"", with: ""))\""
        func member(_ path: String) -> String { "fields ->> '\(path.replacingEach("'", with: "''"))'" }
        switch kind {
        case .text, .integer, .boolean, .list: return member(path)
        case .date: return member(path + ".date")
        case .decimal:
            let special = "CASE \(member(path + ".decimal")) WHEN 'inf' THEN 9e999 WHEN '-inf' THEN -9e999 END"
            return "CASE json_type(fields, '\(path.replacingEach("'", with: "''"))') WHEN 'object' THEN \(special) "
                + "ELSE \(member(path)) END"
        }
    }

    private static func name(_ text: String) -> String { "\"" + text.replacingEach("\"", with: "\"\"") + "\"" }

    private func text(_ text: String) -> String { "'" + text.replacingEach("'", with: "''") + "'" }
}

extension JSONValue {
    fileprivate init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }
}
