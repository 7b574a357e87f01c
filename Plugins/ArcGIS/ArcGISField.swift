import AggSource

/// A field of a layer.
struct ArcGISField {
    /// The type of a field's values.
    enum Kind: Hashable {
        case objectID, globalID, text, integer, decimal
        /// Milliseconds since 1970 in UTC.
        case milliseconds
        /// A date as text.
        case date
    }

    /// The name of the field in rows.
    let name: String
    /// The display name.
    let alias: String
    /// The type of its values.
    let type: Kind
    /// The meaning of its codes; nil if its values are not codes.
    let codes: ArcGISCodes?
    /// Whether its values are codes, from its own domain or from the type of a row.
    var isCoded: Bool
    /// The name of the column.
    var column = ""

    /// Creates a field from its description; nil if it is a shape or a file.
    init?(_ document: JSONValue) {
        guard let name = document["name"]?.stringValue, !name.isEmpty,
            let type = Self.kinds[document["type"]?.stringValue ?? ""]
        else { return nil }
        let alias = document["alias"]?.stringValue ?? ""
        (self.name, self.type) = (name, type)
        self.alias = alias.allSatisfy(\.isWhitespace) ? name : alias
        codes = ArcGISCodes(document["domain"])
        isCoded = codes != nil
    }

    /// Whether its values only identify rows.
    var isID: Bool { type == .objectID || type == .globalID }

    /// The type of the column; codes become their names.
    var columnKind: Column.Kind {
        if isCoded { return .text }
        return switch type {
        case .objectID, .integer: .integer
        case .decimal: .decimal
        case .milliseconds, .date: .date
        case .globalID, .text: .text
        }
    }

    private static let kinds: [String: Kind] = [
        "esriFieldTypeOID": .objectID, "esriFieldTypeGlobalID": .globalID, "esriFieldTypeGUID": .text,
        "esriFieldTypeString": .text, "esriFieldTypeXML": .text, "esriFieldTypeTimeOnly": .text,
        "esriFieldTypeSmallInteger": .integer, "esriFieldTypeInteger": .integer, "esriFieldTypeBigInteger": .integer,
        "esriFieldTypeSingle": .decimal, "esriFieldTypeDouble": .decimal, "esriFieldTypeDate": .milliseconds,
        "esriFieldTypeDateOnly": .date, "esriFieldTypeTimestampOffset": .date,
    ]
}

/// The names of codes: a coded-value domain.
struct ArcGISCodes: Hashable {
    private let names: [String: String]

    /// Reads a domain; nil if it has no codes.
    init?(_ domain: JSONValue?) {
        guard let values = domain?["codedValues"]?.arrayValue else { return nil }
        names = Dictionary(
            values.compactMap { value in
                guard let code = value["code"].flatMap(Self.text), let name = value["name"]?.stringValue else {
                    return nil
                }
                return (code, name)
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The name of a code; nil if the domain does not contain it.
    func name(of code: JSONValue) -> String? { Self.text(code).flatMap { names[$0] } }

    /// The text of a code, the same for 1 and 1.0.
    static func text(_ code: JSONValue) -> String? {
        switch code {
        case .string(let text): text
        case .integer(let number): String(number)
        case .decimal(let number): JSONWriter.shortest(number)
        case .number(let text): text
        case .null, .boolean, .array, .object: nil
        }
    }
}

/// The row types of a layer: their names, and the domains that fields have in rows of each type.
struct ArcGISTypes {
    /// The field that contains the type; nil if there are no types.
    let field: String?
    private let names: [String: String]
    private let codes: [String: [String: ArcGISCodes]]

    /// Reads the types of a layer.
    init(_ layer: JSONValue) {
        let types = layer["types"]?.arrayValue ?? []
        let listed = types.compactMap { type in type["id"].flatMap(ArcGISCodes.text).map { ($0, type) } }
        names = Dictionary(
            listed.compactMap { id, type in type["name"]?.stringValue.map { (id, $0) } },
            uniquingKeysWith: { first, _ in first })
        codes = Dictionary(
            listed.map { id, type in
                let domains = type["domains"]?.objectValue?.members ?? []
                let pairs = domains.compactMap { member in ArcGISCodes(member.value).map { (member.name, $0) } }
                return (id, Dictionary(pairs, uniquingKeysWith: { first, _ in first }))
            }, uniquingKeysWith: { first, _ in first })
        field = names.isEmpty ? nil : layer["typeIdField"]?.stringValue
    }

    /// Whether a field contains the type of a row, or codes that some type defines.
    func isCoded(_ name: String) -> Bool { field == name || field != nil && codes.values.contains { $0[name] != nil } }

    /// The name of a type; nil if the field does not contain types or the type is unknown.
    func name(of value: JSONValue, in name: String) -> String? {
        field == name ? ArcGISCodes.text(value).flatMap { names[$0] } : nil
    }

    /// The codes of a field in rows of a type; nil if the type does not define any.
    func codes(of name: String, in type: JSONValue?) -> ArcGISCodes? {
        type.flatMap(ArcGISCodes.text).flatMap { codes[$0]?[name] }
    }
}
