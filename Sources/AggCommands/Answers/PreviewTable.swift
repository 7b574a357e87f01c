import AggSource
import AggStorage

/// Records that are not stored, as a table of their basic values and their columns.
struct PreviewTable {
    /// The table.
    let table: DataTable

    /// Creates a table of records; columns without any value are omitted.
    init(_ records: [Record], columns: [Column]) {
        let undeclared = records.flatMap { $0.fields.map(\.name) }
        var seen: Set<String> = []
        let names = (columns.map(\.name) + undeclared).filter { seen.insert($0).inserted }
        let own: [(String, (Record) -> JSONValue)] = [
            ("key", { .string($0.key) }), ("title", { .string($0.title) }),
            ("subtitle", { $0.subtitle.map(JSONValue.string) ?? .null }),
            ("date", { $0.date.map { .string($0.text) } ?? .null }),
            ("latitude", { $0.coordinate.map { .decimal($0.latitude) } ?? .null }),
            ("longitude", { $0.coordinate.map { .decimal($0.longitude) } ?? .null }),
            ("url", { $0.url.map(JSONValue.string) ?? .null }),
        ]
        let fields: [(String, (Record) -> JSONValue)] = names.filter { name in !own.contains { $0.0 == name } }.map {
            name in
            (name, { record in Self.value(record[name]) })
        }
        let all = (own + fields).filter { column in records.contains { !column.1($0).isNull } }
        table = DataTable(columns: all.map(\.0), rows: records.map { record in all.map { $0.1(record) } })
    }

    private static func value(_ value: FieldValue?) -> JSONValue {
        guard let value else { return .null }
        if case .list = value { return .string(value.text) }
        return value.json
    }
}
