import AggCore
import CSQLite
import Foundation

/// Makes the views on a connection, as temporary ones that no other connection sees.
struct SQLViewDefinitions {
    private let views: SQLViews
    private let favorites: [Favorite]
    /// The part of the names behind the views that nobody can guess.
    private let seal: String

    init(_ views: SQLViews, favorites: [Favorite], seal: String) {
        self.views = views
        self.favorites = favorites
        self.seal = seal
    }

    /// Makes the views.
    func make(on handle: borrowing SQLHandle) throws(SQLError) {
        // SQLite declares these tables when they are first used, which the authorizer would take for writing.
        for table in ["json_each", "json_tree"] { try handle.run("SELECT 1 FROM \(table)('[]')") }
        try handle.run("CREATE TEMP VIEW \(record) AS SELECT * FROM main.record")
        let numbers = try numbers(handle)
        try makeRecords(handle, numbers)
        try makeFavorites(handle)
        try makeSources(handle)
        let common = ["records", "favorites", "sources"]
        for source in views.sources where !common.contains(source.status.id.description) {
            try makeSource(handle, source, numbers[source.status.id])
        }
    }

    private var record: String { "agg_record_\(seal)" }

    /// The numbers of the sources whose rows may be shown.
    private func numbers(_ handle: borrowing SQLHandle) throws(SQLError) -> [SourceID: Int64] {
        var numbers: [SourceID: Int64] = [:]
        for source in views.sources where source.status.isServed {
            let statement = try SQLStatement(handle, "SELECT number FROM main.source WHERE id = ?1")
            statement.bind(1, .string(source.status.id.description))
            if statement.step() == SQLITE_ROW, case .integer(let number) = statement.values.first {
                numbers[source.status.id] = number
            }
        }
        return numbers
    }

    private func makeRecords(_ handle: borrowing SQLHandle, _ numbers: [SourceID: Int64]) throws(SQLError) {
        let cases = numbers.sorted { $0.value < $1.value }.map { "WHEN \($0.value) THEN \(text($0.key.description))" }
        let id = cases.isEmpty ? "''" : "CASE source \(cases.joined(separator: " ")) END"
        try handle.run(
            """
            CREATE TEMP VIEW records AS
            SELECT \(id) || ':' || key AS address, \(id) AS source, key, title, subtitle, date, latitude, longitude, url,
                7 - (class & 7) AS prominence, fields
            FROM \(record) WHERE source IN (\(([-1] + numbers.values.sorted()).map(String.init).joined(separator: ", ")))
            """)
    }

    private func makeSource(
        _ handle: borrowing SQLHandle, _ source: SQLViews.Source, _ number: Int64?
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
        // A column beside the id has to be looked at, or the authorizer takes the table for one that a person named.
        let ids = number.map { RecordClass.ids(ofSource: $0) }
        let rows = ids.map { "id BETWEEN \($0.lowerBound) AND \($0.upperBound) AND " } ?? ""
        try handle.run(
            "CREATE TEMP VIEW \(Self.name(id)) AS SELECT \(columns.joined(separator: ", ")) FROM \(record) WHERE \(rows)source = \(number ?? -1)"
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
                    .init(RecordDate(instant: favorite.markedAt)?.text),
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

    /// Makes a view over a temporary table of rows.
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

    /// The value of a column out of the fields of a row, as `FieldsJSON` writes them.
    static func value(_ name: String, _ kind: Column.Kind) -> String {
        let path = "$.\"\(name.replacing("\"", with: ""))\""
        func member(_ path: String) -> String { "fields ->> '\(path.replacing("'", with: "''"))'" }
        switch kind {
        case .text, .integer, .boolean, .list: return member(path)
        case .date: return member(path + ".date")
        case .decimal:
            let special = "CASE \(member(path + ".decimal")) WHEN 'inf' THEN 9e999 WHEN '-inf' THEN -9e999 END"
            return "CASE json_type(fields, '\(path.replacing("'", with: "''"))') WHEN 'object' THEN \(special) "
                + "ELSE \(member(path)) END"
        }
    }

    private static func name(_ text: String) -> String { "\"" + text.replacing("\"", with: "\"\"") + "\"" }

    private func text(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }
}

extension JSONValue {
    fileprivate init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }
}
