package import AggSource

/// What is known of a column of a data set.
package struct SocrataColumn: Hashable, Sendable {
    /// The name in answers and queries, as `inspection_date`.
    package var name: String
    /// The type of the values.
    package var type: SocrataType
    /// Whether no two rows have the same value and none has none, as far as the portal has counted.
    package var isUnique = false
    /// Whether the values that the portal shows have fractions.
    package var hasFractions = false

    /// Makes a column.
    package init(_ name: String, _ type: SocrataType, isUnique: Bool = false, hasFractions: Bool = false) {
        self.name = name
        self.type = type
        self.isUnique = isUnique
        self.hasFractions = hasFractions
    }

    /// Whether the column is the portal's own, as `:id` and `:@computed_region_43wa_7qmu`.
    package var isSystem: Bool { name.hasPrefix(":") }

    /// Reads a column of the metadata; nil when it has no name, is hidden, or is the portal's own.
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

    /// The columns of the headers `X-SODA2-Fields` and `X-SODA2-Types`; none where they are absent, as for very wide data.
    package static func columns(of headers: HTTPHeaders) -> [SocrataColumn] {
        let names = list(headers["X-SODA2-Fields"])
        let types = list(headers["X-SODA2-Types"])
        guard names.count == types.count else { return [] }
        return zip(names, types).map { SocrataColumn($0, SocrataType($1)) }.filter { !$0.isSystem }
    }

    /// The columns that a row has, by the shape of their values.
    package static func columns(of row: JSONObject) -> [SocrataColumn] {
        row.members.map { SocrataColumn($0.name, SocrataType(of: $0.value)) }.filter { !$0.isSystem }
    }

    private static func list(_ header: String?) -> [String] {
        guard let header, let json = try? JSONValue(parsing: header) else { return [] }
        return json.arrayValue?.compactMap(\.stringValue) ?? []
    }
}
