import AggSource
import Foundation

/// Turns the rows of a layer into records.
struct ArcGISMapper {
    /// The key of rows that no field identifies: a digest of the whole row.
    static let contentKey = ":content"

    let layer: ArcGISLayer
    /// The columns for the record's own properties; without a key, a digest of the row is the key.
    let roles: ColumnRoles
    /// The columns that become fields, with their types; if empty, all do.
    let declared: [Column]

    /// The field with the key; nil if the key is a digest of the row.
    var keyField: ArcGISField? { roles.key.flatMap(layer.field) }

    private let fields: [ArcGISField]
    private let kinds: [String: Column.Kind]

    /// Creates a mapper.
    init(_ layer: ArcGISLayer, roles: ColumnRoles, declared: [Column]) {
        (self.layer, self.roles, self.declared) = (layer, roles, declared)
        kinds = Dictionary(declared.map { ($0.name, $0.kind) }, uniquingKeysWith: { first, _ in first })
        let kinds = kinds
        fields = declared.isEmpty ? layer.fields : layer.fields.filter { kinds[$0.column] != nil }
    }

    /// Creates the record of a row.
    ///
    /// - Throws: A fault if the row has no values or no key.
    func record(_ feature: JSONValue, _ reference: SpatialReference) throws(MappingFault) -> Record {
        guard let attributes = feature["attributes"]?.objectValue, !attributes.members.isEmpty else {
            throw MappingFault(feature.objectValue == nil ? "is \(feature.kind), not an object" : "has no attributes")
        }
        let row = Dictionary(attributes.members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        let key = try key(of: row, attributes)
        return Record(
            key: key,
            title: line(row, roles.title) ?? (layer.name.isEmpty ? key : "\(layer.name) \(key)"),
            subtitle: line(row, roles.subtitle),
            date: roles.date.flatMap { date(row, $0) },
            coordinate: ArcGISPlace.coordinate(of: feature, reference),
            url: link(in: row),
            fields: fields.compactMap { field in
                value(of: field, in: row).map { Record.Field(field.column, $0) }
            })
    }

    private func key(of row: [String: JSONValue], _ attributes: JSONObject) throws(MappingFault) -> String {
        guard let field = keyField else {
            let members = attributes.members.sorted { $0.name < $1.name }
            return StableHash.text(of: JSONValue.object(JSONObject(members)).text)
        }
        guard let key = Self.key(row[field.name]) else { throw MappingFault("has no \(field.name)") }
        return key
    }

    /// The text of a value as a key, with blanks replaced by hyphens; nil if it is blank.
    static func key(_ value: JSONValue?) -> String? {
        let words = value.flatMap(ArcGISCodes.text)?.split(whereSeparator: \.isWhitespace) ?? []
        return words.isEmpty ? nil : words.joined(separator: "-")
    }

    /// The text of a column on one line; nil if absent.
    private func line(_ row: [String: JSONValue], _ column: String?) -> String? {
        guard let field = column.flatMap(layer.field), let value = value(of: field, in: row) else { return nil }
        let words = value.text.split(whereSeparator: \.isWhitespace)
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    private func date(_ row: [String: JSONValue], _ column: String) -> RecordDate? {
        if let field = layer.field(column), case .date(let date) = value(of: field, in: row) { date } else { nil }
    }

    private func link(in row: [String: JSONValue]) -> String? {
        fields.lazy.compactMap { row[$0.name]?.stringValue }.first { text in
            (text.hasPrefix("https://") || text.hasPrefix("http://")) && !text.contains(where: \.isWhitespace)
        }
    }

    /// The value of a field; a code becomes its name.
    func value(of field: ArcGISField, in row: [String: JSONValue]) -> FieldValue? {
        guard let json = row[field.name], !json.isNull else { return nil }
        let type = layer.types.field.flatMap { row[$0] }
        let codes = layer.types.codes(of: field.name, in: type) ?? field.codes
        let name = codes?.name(of: json) ?? layer.types.name(of: json, in: field.name)
        if let name { return .text(name) }
        if field.isCoded { return Self.text(json) }
        switch kinds[field.column] ?? field.columnKind {
        case .text, .list, .boolean: return Self.text(json)
        case .integer: return Self.number(json)
        case .decimal: return Self.number(json, isDecimal: true)
        case .date:
            let date = field.type == .milliseconds ? Self.date(milliseconds: json) : nil
            return (date ?? json.stringValue.flatMap(RecordDate.init(iso8601:))).map(FieldValue.date)
        }
    }

    private static func text(_ json: JSONValue) -> FieldValue? {
        guard let text = ArcGISCodes.text(json), !text.allSatisfy(\.isWhitespace) else { return nil }
        return .text(text)
    }

    private static func number(_ json: JSONValue, isDecimal: Bool = false) -> FieldValue? {
        guard let text = ArcGISCodes.text(json)?.trimmingCharacters(in: .whitespaces) else { return nil }
        if !isDecimal, let number = Int64(text) { return .integer(number) }
        guard let number = Double(text), number.isFinite else { return nil }
        if !isDecimal, let whole = Int64(exactly: number) { return .integer(whole) }
        return .decimal(number)
    }

    /// The date for milliseconds since 1970; midnight in UTC means a day without a time, since days are stored that way.
    private static func date(milliseconds json: JSONValue) -> RecordDate? {
        guard let number = json.doubleValue, number.isFinite else { return nil }
        guard let date = RecordDate(instant: Date(timeIntervalSince1970: number / 1_000)) else { return nil }
        return number.remainder(dividingBy: 86_400_000) == 0 ? RecordDate(iso8601: date.day) : date
    }
}
