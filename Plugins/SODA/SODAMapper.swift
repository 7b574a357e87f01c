import AggSource
import Foundation
import Socrata

/// Turns the rows of a data set into records.
///
/// A row omits missing values, so every field may be absent.
struct SODAMapper {
    /// The columns for the record's own properties.
    let roles: ColumnRoles
    /// The declared columns, the only ones that become fields; if empty, all do.
    let declared: [Column]
    /// The types of the columns if none are declared.
    let types: [SocrataColumn]
    /// The columns whose parts, separated by `|`, become lines.
    let lists: Set<String>

    /// Creates the record for a row.
    ///
    /// - Throws: A fault if the row is not an object or has no key.
    func record(_ item: JSONValue) throws(MappingFault) -> Record {
        guard let row = item.objectValue else { throw MappingFault("is \(item.kind), not an object") }
        let keyColumn = roles.key ?? SODAInference.systemKey
        let value = keyColumn == SODAInference.contentKey ? Self.contentKey(of: row) : Self.key(row[keyColumn])
        guard let key = value else { throw MappingFault("has no \(keyColumn)") }
        return Record(
            key: key,
            title: line(row, roles.title) ?? key,
            subtitle: line(row, roles.subtitle),
            date: roles.date.flatMap { row[$0]?.stringValue }.flatMap(RecordDate.init(iso8601:)),
            coordinate: Self.coordinate(of: row),
            url: link(in: row),
            fields: declared.isEmpty ? allFields(of: row) : declaredFields(of: row))
    }

    /// The text of a column, trimmed; nil if absent.
    private func line(_ row: JSONObject, _ column: String?) -> String? {
        guard let value = column.flatMap({ row[$0] }), let field = FieldValue(value, as: .text as SocrataType) else {
            return nil
        }
        return field.text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The first link in a column that is kept.
    private func link(in row: JSONObject) -> String? {
        let column = row.members.first { member in
            member.value["url"]?.stringValue != nil && ColumnList.keeps(member.name, declared)
        }
        return column?.value["url"]?.stringValue
    }

    private func declaredFields(of row: JSONObject) -> [Record.Field] {
        declared.compactMap { column in
            guard let json = ColumnList.value(of: column.name, in: row),
                let value = FieldValue(json, as: column.kind)
            else { return nil }
            return Record.Field(column.name, lists.contains(column.name) ? Self.lines(of: value) : value)
        }
    }

    /// One line per part, with line breaks inside a part replaced by blanks.
    private static func lines(of value: FieldValue) -> FieldValue {
        let parts = value.text.split(separator: "|").map { $0.split(whereSeparator: \.isWhitespace) }
        return .text(parts.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }.joined(separator: "\n"))
    }

    private func allFields(of row: JSONObject) -> [Record.Field] {
        types.compactMap { column in
            guard let json = row[column.name], let value = FieldValue(json, as: column.type) else { return nil }
            return Record.Field(ColumnList.name(of: column.name), value)
        }
    }

    private static func coordinate(of row: JSONObject) -> Coordinate? {
        for member in row.members {
            guard let place = member.value.objectValue.flatMap(SocrataPlace.init)?.coordinate else { continue }
            // 0,0 means that the place is unknown; another column may have it.
            if place.latitude != 0 || place.longitude != 0 { return place }
        }
        return SocrataPlace.coordinate(latitude: row["latitude"], longitude: row["longitude"])
    }

    /// The text of a key, with blanks replaced by hyphens so that an address is one word at the prompt.
    static func key(_ value: JSONValue?) -> String? {
        guard let value, let field = FieldValue(value, as: .text as SocrataType) else { return nil }
        let words = field.text.split(whereSeparator: \.isWhitespace)
        return words.isEmpty ? nil : words.joined(separator: "-")
    }

    /// A hash of everything in a row, independent of the order of its members.
    private static func contentKey(of row: JSONObject) -> String? {
        guard !row.members.isEmpty else { return nil }
        let members = row.members.sorted { $0.name < $1.name }
        return StableHash.text(of: JSONValue.object(JSONObject(members)).text)
    }
}
