package import AggSource

/// The metadata of a data set, as returned by `/api/views/ID.json`.
package struct SocrataView: Hashable, Sendable {
    /// The title of the data set; empty if it has none.
    package let name: String
    /// When rows were last changed, in seconds since 1970; nil if unknown.
    package let rowsUpdatedAt: Int?
    /// The column whose values identify a row, if the publisher chose one.
    package let rowIdentifier: String?
    /// The number of rows when the portal last counted them.
    package let countedRows: Int?
    /// The visible columns, in order.
    package let columns: [SocrataColumn]

    /// Parses metadata.
    ///
    /// - Throws: `SourceError.invalidData` if the text is not JSON or not the metadata of a data set.
    package init(parsing bytes: [UInt8]) throws(SourceError) {
        let json: JSONValue
        do { json = try JSONValue(parsing: bytes) } catch { throw .invalidData("in the metadata: \(error)") }
        guard json.objectValue != nil, json["id"] != nil || json["columns"] != nil else {
            throw .invalidData("(expected the metadata of a data set, found \(json.kind) without columns)")
        }
        name = json["name"]?.stringValue ?? ""
        rowsUpdatedAt = json["rowsUpdatedAt"]?.intValue
        let columns = json["columns"]?.arrayValue ?? []
        let identifier = json["rowIdentifierColumnId"]?.intValue
        rowIdentifier =
            identifier.flatMap { id in columns.first { $0["id"]?.intValue == id } }?["fieldName"]?.stringValue
        countedRows = columns.compactMap { $0["cachedContents"]?["count"]?.stringValue.flatMap(Int.init) }.max()
        self.columns = columns.compactMap(SocrataColumn.init)
    }
}

/// A column of a data set.
package struct SocrataColumn: Hashable, Sendable {
    /// The name in responses and queries, such as `inspection_date`.
    package var name: String
    /// The type of the values.
    package var type: SocrataType
    /// Whether all values are present and distinct, as last counted by the portal.
    package var isUnique = false
    /// Whether the values shown by the portal have fractions.
    package var hasFractions = false

    /// Creates a column.
    package init(_ name: String, _ type: SocrataType, isUnique: Bool = false, hasFractions: Bool = false) {
        self.name = name
        self.type = type
        self.isUnique = isUnique
        self.hasFractions = hasFractions
    }

    /// Whether the column is the portal's own, such as `:id` and `:@computed_region_43wa_7qmu`.
    fileprivate var isSystem: Bool { name.hasPrefix(":") }

    /// Parses a column in the metadata; nil if it has no name, is hidden, or is the portal's own.
    init?(_ json: JSONValue) {
        guard let name = json["fieldName"]?.stringValue, !name.hasPrefix(":") else { return nil }
        if json["flags"]?.arrayValue?.contains("hidden") == true { return nil }
        self.init(name, SocrataType(json["dataTypeName"]?.stringValue ?? "text"))
        guard let counted = json["cachedContents"] else { return }
        let count = counted["count"]?.stringValue
        isUnique = count != nil && count == counted["cardinality"]?.stringValue && counted["null"]?.stringValue == "0"
        let examples =
            [counted["largest"], counted["smallest"]] + (counted["top"]?.arrayValue ?? []).map { $0["item"] }
        hasFractions = type == .number && examples.contains { $0?.stringValue?.contains(".") ?? false }
    }

    /// The columns in the headers `X-SODA2-Fields` and `X-SODA2-Types`; empty if they are absent, as for very wide
    /// data.
    package static func columns(of headers: HTTPHeaders) -> [SocrataColumn] {
        let names = list(headers["X-SODA2-Fields"])
        let types = list(headers["X-SODA2-Types"])
        guard names.count == types.count else { return [] }
        return zip(names, types).map { SocrataColumn($0, SocrataType($1)) }.filter { !$0.isSystem }
    }

    /// The columns of a row, based on the form of their values.
    package static func columns(of row: JSONObject) -> [SocrataColumn] {
        row.members.map { SocrataColumn($0.name, SocrataType(of: $0.value)) }.filter { !$0.isSystem }
    }

    private static func list(_ header: String?) -> [String] {
        guard let header, let json = try? JSONValue(parsing: header) else { return [] }
        return json.arrayValue?.compactMap(\.stringValue) ?? []
    }
}

/// The types of columns, as far as they affect how values are read.
package enum SocrataType: Hashable, Sendable {
    /// Text.
    case text
    /// A number, with or without a fraction, written as text.
    case number
    /// A day or a time, usually without a zone.
    case date
    /// A checkbox.
    case boolean
    /// An old Location: a coordinate, an address, or both.
    case location
    /// A GeoJSON point.
    case point
    /// Anything else, such as lines, areas, and pictures, which do not become fields.
    case other

    /// Parses the name of a type, as in `dataTypeName` of the metadata and the `X-SODA2-Types` header.
    package init(_ name: String) {
        switch name.lowercased() {
        case "number", "double", "money", "percent", "stars": self = .number
        case "calendar_date", "floating_timestamp", "fixed_timestamp", "date": self = .date
        case "checkbox", "boolean": self = .boolean
        case "location": self = .location
        case "point": self = .point
        case "line", "multiline", "polygon", "multipolygon", "multipoint", "photo", "blob", "document", "dataset_link",
            "nested_table", "meta_data", "json":
            self = .other
        default: self = .text
        }
    }

    /// The type of a value without metadata, based on its form.
    package init(of value: JSONValue) {
        switch value {
        case .integer, .decimal, .number: self = .number
        case .boolean: self = .boolean
        case .string(let text): self = Self.isTimestamp(text) ? .date : .text
        case .object(let object) where SocrataPlace(object)?.coordinate != nil:
            self = object["type"] == nil ? .location : .point
        case .object: self = .text
        case .null, .array: self = .other
        }
    }

    private static func isTimestamp(_ text: String) -> Bool {
        text.utf8.count >= 19 && text.utf8.dropFirst(10).first == UInt8(ascii: "T") && RecordDate(iso8601: text) != nil
    }
}
