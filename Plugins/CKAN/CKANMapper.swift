import AggSource
import Foundation

/// Turns the rows of a datastore table into records.
struct CKANMapper {
    /// The key column for rows that no column identifies: a digest of the whole row.
    static let contentKey = ":content"

    let table: CKANTable
    /// The columns for the record's own properties.
    let roles: ColumnRoles
    /// The columns that become fields; if empty, all do.
    let declared: [Column]

    private let fields: [(field: CKANField, kind: Column.Kind)]
    private let place: CKANPlace

    /// Creates a mapper.
    init(_ table: CKANTable, roles: ColumnRoles, declared: [Column]) {
        (self.table, self.roles, self.declared) = (table, roles, declared)
        let kinds = Dictionary(declared.map { ($0.name, $0.kind) }, uniquingKeysWith: { first, _ in first })
        fields = table.fields.compactMap { field in
            let kind = declared.isEmpty ? field.kind : kinds[field.column]
            return kind.map { (field, field.kind == .list ? .list : $0) }
        }
        place = CKANPlace(table.fields)
    }

    /// Creates the record of a row.
    ///
    /// - Throws: A fault if the row is not an object or has no key.
    func record(_ item: JSONValue) throws(MappingFault) -> Record {
        guard let object = item.objectValue else { throw MappingFault("is \(item.kind), not an object") }
        let row = Dictionary(object.members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        guard let key = Self.key(of: row, roles.key, table) else {
            throw MappingFault("has no \(roles.key.flatMap(table.field)?.name ?? "values")")
        }
        let date = roles.date.flatMap(table.field).flatMap { row[$0.name]?.stringValue }
        return Record(
            key: key,
            title: line(row, roles.title) ?? key,
            subtitle: line(row, roles.subtitle),
            date: date.flatMap(RecordDate.init(iso8601:)),
            coordinate: place.coordinate(of: row),
            url: link(in: row),
            fields: fields.compactMap { field, kind in
                row[field.name].flatMap { Self.value($0, kind) ?? Self.text($0).map(FieldValue.text) }
                    .map { Record.Field(field.column, $0) }
            })
    }

    /// The key of a row; nil if the key column has no value, or the row has no values at all.
    static func key(of row: [String: JSONValue], _ column: String?, _ table: CKANTable) -> String? {
        if let field = column.flatMap(table.field) { return key(row[field.name]) }
        let members = table.fields.compactMap { field in row[field.name].map { JSONObject.Member(field.name, $0) } }
        guard members.contains(where: { !$0.value.isNull }) else { return nil }
        return StableHash.text(of: JSONValue.object(JSONObject(members)).text)
    }

    /// The text of a value as a key, with blanks replaced by hyphens so that an address is one word at the prompt.
    static func key(_ value: JSONValue?) -> String? {
        let words = value.flatMap(text)?.split(whereSeparator: \.isWhitespace) ?? []
        return words.isEmpty ? nil : words.joined(separator: "-")
    }

    /// The text of a column on one line; nil if absent.
    private func line(_ row: [String: JSONValue], _ column: String?) -> String? {
        guard let field = column.flatMap(table.field), let text = row[field.name].flatMap(Self.text) else { return nil }
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private func link(in row: [String: JSONValue]) -> String? {
        fields.lazy.compactMap { row[$0.field.name]?.stringValue }.first { text in
            (text.hasPrefix("https://") || text.hasPrefix("http://")) && !text.contains(where: \.isWhitespace)
        }
    }

    /// A value as a kind, with numbers also read from text; nil if it is of another kind, or if a number has too many digits.
    private static func value(_ json: JSONValue, _ kind: Column.Kind) -> FieldValue? {
        guard let text = text(json) else { return nil }
        switch kind {
        case .text: return .text(text)
        case .integer: return Int64(text).map(FieldValue.integer) ?? FieldValue(decimal: text)
        case .decimal: return FieldValue(decimal: text)
        case .boolean:
            return ["true": true, "t": true, "false": false, "f": false][text.lowercased()].map(FieldValue.boolean)
        case .date: return RecordDate(iso8601: text).map(FieldValue.date)
        case .list: return (json.arrayValue?.compactMap(self.text)).map(FieldValue.list) ?? .text(text)
        }
    }

    /// The text of a value, with lists and objects as JSON; nil if it is blank.
    static func text(_ json: JSONValue) -> String? {
        let text: String? =
            switch json {
            case .string(let text): text
            case .integer(let number): String(number)
            case .decimal(let number): JSONWriter.shortest(number)
            case .number(let text): text
            case .boolean(let flag): flag ? "true" : "false"
            case .array(let items): items.isEmpty ? nil : json.text
            case .object: json.text
            case .null: nil
            }
        guard let text, !text.allSatisfy(\.isWhitespace) else { return nil }
        return text
    }
}
