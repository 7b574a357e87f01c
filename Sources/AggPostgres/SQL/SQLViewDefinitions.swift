import AggSearch
import AggSource
import AggStorage
import Foundation

/// The definitions of the views of `sql`, as parts of a `WITH`.
struct SQLViewDefinitions: Sendable {
    private let views: SQLViews
    private let favorites: [Favorite]
    private let schema: String

    init(_ views: SQLViews, favorites: [Favorite], schema: String) {
        self.views = views
        self.favorites = favorites
        self.schema = schema
    }

    /// Returns the definitions of the given views.
    func texts(of names: [String], _ session: Session) throws -> [String] {
        let served = views.sources.filter(\.status.isServed).map(\.status.id)
        let rows = try SourceRow.some(served, schema, session)
        return names.map { name in
            let text =
                switch name {
                case "records": records(rows)
                case "favorites": table(SQLViews.favoriteColumns, favorites.map(Self.row))
                case "sources": table(SQLViews.sourceColumns, views.sources.map { Self.row($0.status) })
                default: source(name, rows)
                }
            return "\(Self.name(name)) AS NOT MATERIALIZED (\(text))"
        }
    }

    private func records(_ rows: [SourceID: SourceRow]) -> String {
        let parts = views.sources.compactMap { source -> String? in
            guard let row = rows[source.status.id], let table = row.table(schema) else { return nil }
            let id = Self.quoted(row.id.description)
            return """
                SELECT \(id) || ':' || r.key AS address, \(id)::text AS source, r.key, r.title, r.subtitle, r.date, \
                r.latitude, r.longitude, r.url, 7 - r.rank AS prominence, coalesce(r.fields, '{}')::json AS fields \
                FROM \(table) r
                """
        }
        return parts.isEmpty
            ? "\(empty(SQLViews(views.sources).views[0].columns))" : parts.joined(separator: " UNION ALL ")
    }

    private func source(_ name: String, _ rows: [SourceID: SourceRow]) -> String {
        guard let source = views.sources.first(where: { views.name(of: $0) == name }) else { return "SELECT 1" }
        let id = source.status.id
        let declared = SQLViews.columns(of: source.columns)
        guard let table = rows[id]?.table(schema) else { return empty(declared) }
        let kinds = Dictionary(source.columns.map { ($0.name, $0.kind) }, uniquingKeysWith: { first, _ in first })
        var taken: Set<String> = []
        let columns = declared.compactMap { column -> String? in
            guard taken.insert(column.name.lowercased()).inserted else { return nil }
            let value =
                if let kind = kinds[column.name] {
                    Self.value(column.name, kind)
                } else {
                    switch column.name {
                    case "address": "\(Self.quoted(id.description)) || ':' || r.key"
                    case "prominence": "7 - r.rank"
                    default: "r.\(column.name)"
                    }
                }
            return "\(value) AS \(Self.name(column.name))"
        }
        return "SELECT \(columns.joined(separator: ", ")) FROM \(table) r"
    }

    private func empty(_ columns: [SQLViews.ViewColumn]) -> String {
        let values = columns.map { "NULL::\(Self.type($0.type)) AS \(Self.name($0.name))" }
        return "SELECT \(values.joined(separator: ", ")) WHERE false"
    }

    /// Returns rows from memory as a table.
    private func table(_ columns: [SQLViews.ViewColumn], _ rows: [[JSONValue]]) -> String {
        let objects = rows.map { row in
            JSONValue.object(JSONObject(zip(columns, row).map { JSONObject.Member($0.name, $1) }))
        }
        let types = columns.map { "\(Self.name($0.name)) \(Self.type($0.type))" }.joined(separator: ", ")
        return "SELECT * FROM json_to_recordset(\(Self.quoted(JSONValue.array(objects).text))::json) AS t (\(types))"
    }

    private static func row(_ favorite: Favorite) -> [JSONValue] {
        let record = favorite.record
        return [
            text(favorite.address.description), .string(favorite.source.description), text(record.key),
            text(record.title), text(record.subtitle), text(record.date?.text),
            record.coordinate.map { .decimal($0.latitude) } ?? .null,
            record.coordinate.map { .decimal($0.longitude) } ?? .null, text(record.url),
            .string(String(decoding: FieldsJSON.bytes(record.fields), as: UTF8.self)),
            text(RecordDate(instant: favorite.addedAt)?.text),
            .string(String(decoding: FieldsJSON.bytes(favorite.tags), as: UTF8.self)), text(favorite.note),
        ]
    }

    private static func row(_ status: SourceStatus) -> [JSONValue] {
        [
            .string(status.id.description), .string(status.kind.description), .string(status.phase.rawValue),
            text(status.origin?.rawValue), .integer(Int64(status.records)), .integer(Int64(status.favorites)),
            text(status.fetchedAt.flatMap(RecordDate.init(instant:))?.text),
            status.age.map { .integer($0.components.seconds) } ?? .null, .integer(status.isStale ? 1 : 0),
            text(status.reason),
        ]
    }

    private static func text(_ text: String?) -> JSONValue {
        text.map { .string(ServerText.stored($0)) } ?? .null
    }

    private static func type(_ name: String) -> String {
        switch name {
        case "INTEGER": "bigint"
        case "REAL": "float8"
        default: "text"
        }
    }

    /// Returns the expression for a column's value in the fields of a row, as written by `FieldsJSON`.
    private static func value(_ name: String, _ kind: Column.Kind) -> String {
        let member = "(\(fields) -> \(quoted(name)))"
        let text = "(\(fields) ->> \(quoted(name)))"
        return switch kind {
        case .text, .list: text
        case .date: "(\(member) ->> 'date')"
        case .boolean: "CASE \(text) WHEN 'true' THEN 1 WHEN 'false' THEN 0 END"
        case .integer: "CASE json_typeof(\(member)) WHEN 'number' THEN \(text)::numeric END"
        case .decimal:
            """
            CASE json_typeof(\(member)) WHEN 'number' THEN \(text)::float8 \
            WHEN 'object' THEN (\(member) ->> 'decimal')::float8 END
            """
        }
    }

    /// The fields of a row, with the escapes of U+0000 and U+0001 in the form that `ServerText` gives these characters,
    /// since the server cannot decode U+0000.
    private static let fields = #"""
        (CASE WHEN strpos(r.fields, '\u000') = 0 THEN r.fields ELSE \#
        regexp_replace(regexp_replace(r.fields, '(?<!\\)((?:\\\\)*)\\u0001', '\1\\u0001\\u0002', 'g'), \#
        '(?<!\\)((?:\\\\)*)\\u0000', '\1\\u0001\\u0001', 'g') END)::json
        """#

    private static func name(_ text: String) -> String { "\"" + text.replacingEach("\"", with: "\"\"") + "\"" }
    private static func quoted(_ text: String) -> String { "'" + text.replacingEach("'", with: "''") + "'" }
}
