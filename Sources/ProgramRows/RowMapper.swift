package import AggSource
import Foundation

/// Converts rows, which are JSON objects, into records.
package struct RowMapper: Sendable {
    private let roles: RowRoles
    private let columns: [RowColumn]
    /// The names of known columns, by their names in the rows.
    private let names: [String: String]
    /// The positions of known columns, by their names in the rows.
    private let places: [String: Int]
    /// The values that do not fit the types of their columns.
    private(set) var misfits = Misfits()

    /// Creates a mapper.
    ///
    /// - Parameters:
    ///   - roles: The columns of the record's own properties.
    ///   - columns: The columns that become fields; if empty, all members of a row.
    ///   - known: The columns that rows are known to have, in the order of the fields.
    package init(roles: RowRoles, columns: [RowColumn], known: [RowColumn] = []) {
        self.roles = roles
        self.columns = columns
        names = Dictionary(known.map { ($0.source, $0.name) }) { first, _ in first }
        places = Dictionary(zip(known.map(\.source), known.indices)) { first, _ in first }
    }

    /// Whether the key of a record is a digest of its row.
    var isKeyedByContent: Bool { (roles.key ?? [RowRoles.contentKey]) == [RowRoles.contentKey] }

    /// Converts a row, given its number.
    ///
    /// - Throws: A fault if the row is not an object or has no key.
    package mutating func record(_ item: JSONValue, number: Int = 0) throws(MappingFault) -> Record {
        guard let row = item.objectValue else { throw MappingFault("is \(item.kind), not an object") }
        let key = try key(of: row)
        return Record(
            key: key,
            title: line(row, roles.title) ?? key,
            subtitle: line(row, roles.subtitle),
            date: roles.date.flatMap { row[$0] }.flatMap(RecordDate.init),
            coordinate: coordinate(of: row),
            url: line(row, roles.url).flatMap { $0.contains("://") ? $0 : nil },
            fields: columns.isEmpty ? allFields(of: row) : declaredFields(of: row, number))
    }

    private func key(of row: JSONObject) throws(MappingFault) -> String {
        let names = roles.key ?? [RowRoles.contentKey]
        guard names != [RowRoles.contentKey] else {
            guard !row.members.isEmpty else { throw MappingFault("is empty") }
            return StableHash.text(of: JSONValue.object(row).sortedByName.text)
        }
        return try key(of: row, names, Self.keyText)
    }

    /// The key of a row as an address and as it is written there, with its blanks; nil if it is a digest or missing.
    func keys(of item: JSONValue) -> (address: String, written: String)? {
        guard !isKeyedByContent, let names = roles.key, let row = item.objectValue,
            let address = try? key(of: row, names, Self.keyText),
            let written = try? key(of: row, names, Self.plainText)
        else { return nil }
        return (address, written)
    }

    private func key(
        of row: JSONObject, _ names: [String], _ text: (JSONValue) -> String?
    ) throws(MappingFault) -> String {
        var parts: [String] = []
        for name in names {
            guard let part = row[name].flatMap(text) else { throw MappingFault("has no \(name)") }
            parts.append(names.count == 1 ? part : Self.escaped(part))
        }
        return parts.joined(separator: "/")
    }

    /// The text of a part of a key, with hyphens for blanks, so that an address is one word at the prompt.
    static func keyText(_ value: JSONValue) -> String? {
        plainText(value)?.split(whereSeparator: \.isWhitespace).joined(separator: "-")
    }

    private static func plainText(_ value: JSONValue) -> String? {
        guard value.objectValue == nil, value.arrayValue == nil else { return nil }
        return FieldValue(textOf: value)?.text
    }

    /// A part of a key with its slashes escaped, since a slash separates parts.
    private static func escaped(_ part: String) -> String {
        guard part.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "%") }) else { return part }
        return part.replacing("%", with: "%25").replacing("/", with: "%2F")
    }

    /// The trimmed text of a column; nil if the row has no text there.
    private func line(_ row: JSONObject, _ column: String?) -> String? {
        guard let value = column.flatMap({ row[$0] }), value.objectValue == nil,
            let text = FieldValue(value, as: value.arrayValue == nil ? .text : .list)?.text
        else { return nil }
        let line = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return line.isEmpty ? nil : line
    }

    private func coordinate(of row: JSONObject) -> Coordinate? {
        if let north = roles.latitude.flatMap({ row[$0] }).flatMap(Self.degrees),
            let east = roles.longitude.flatMap({ row[$0] }).flatMap(Self.degrees)
        {
            return Coordinate(latitude: north, longitude: east)
        }
        guard roles.latitude == nil else { return nil }
        for member in row.members {
            guard let point = member.value.objectValue, point["type"]?.stringValue == "Point",
                let place = point["coordinates"]?.arrayValue?.compactMap(\.doubleValue), place.count >= 2
            else { continue }
            return Coordinate(latitude: place[1], longitude: place[0])
        }
        return nil
    }

    private static func degrees(_ value: JSONValue) -> Double? {
        value.doubleValue ?? value.stringValue.flatMap(Double.init)
    }

    private mutating func declaredFields(of row: JSONObject, _ number: Int) -> [Record.Field] {
        var fields: [Record.Field] = []
        for column in columns {
            guard let json = row[column.source], RowColumn.kind(of: json) != nil,
                let text = FieldValue(textOf: json)
            else { continue }
            if let value = FieldValue(json, as: column.kind) {
                fields.append(Record.Field(column.name, value))
            } else {
                misfits.add(text.text, column.name, number)
                fields.append(Record.Field(column.name, text))
            }
        }
        return fields
    }

    private func allFields(of row: JSONObject) -> [Record.Field] {
        let fields: [Record.Field] = ordered(row.members).compactMap { member in
            guard let kind = RowColumn.kind(of: member.value), let value = FieldValue(member.value, as: kind) else {
                return nil
            }
            return Record.Field(names[member.name] ?? RowColumn.name(of: member.name), value)
        }
        return zip(fields, ColumnNames.distinct(fields.map(\.name))).map { Record.Field($1, $0.value) }
    }

    /// The members in the order of the known columns, then the others, since programs may change the order.
    private func ordered(_ members: [JSONObject.Member]) -> [JSONObject.Member] {
        let ranks = members.map { places[$0.name] ?? .max }
        guard zip(ranks, ranks.dropFirst()).contains(where: { $0 > $1 }) else { return members }
        return members.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.map { members[$0] }
    }
}

/// How many values do not fit the types of their columns, and the first of them.
struct Misfits: Sendable {
    private var count = 0
    private var first = ""

    /// Counts a value, given its column and the number of its row.
    mutating func add(_ text: String, _ column: String, _ number: Int) {
        if count == 0 { first = "“\(text.prefix(40))” in \(column) at item \(number)" }
        count += 1
    }

    /// A note about the values; none if all values fit.
    var notes: [String] {
        guard count > 0 else { return [] }
        return [
            count == 1
                ? "1 value does not fit the type of its column and is stored as text (\(first))"
                : "\(count) values do not fit the types of their columns and are stored as text (first: \(first))"
        ]
    }
}
