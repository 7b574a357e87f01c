package import AggSource

/// The types of columns, as far as their values are read differently.
package enum SocrataType: Hashable, Sendable {
    /// Text.
    case text
    /// A number, with or without a fraction, written as text.
    case number
    /// A day or a time, most often without a zone.
    case date
    /// A checkbox.
    case boolean
    /// An old Location: a coordinate, an address, or both.
    case location
    /// A GeoJSON point.
    case point
    /// Anything else, such as lines, areas and pictures; it becomes no field.
    case other

    /// Reads the name of a type, as `dataTypeName` of the metadata and the `X-SODA2-Types` header write it.
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

    /// The type of a value without metadata, by its shape.
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
