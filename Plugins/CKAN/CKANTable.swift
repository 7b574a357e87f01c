import AggSource

/// The columns of a datastore table, and how many rows it has.
struct CKANTable {
    /// The columns with values; the portal's own are omitted.
    let fields: [CKANField]
    /// The number of rows; nil if the portal does not report it, or only an estimate.
    let total: Int?

    /// Parses the description of a table.
    ///
    /// - Throws: `SourceError.invalidData` if it has no columns.
    init(_ result: JSONValue) throws(SourceError) {
        guard let list = result["fields"]?.arrayValue else {
            throw .invalidData("(expected the columns of a table)")
        }
        let read = list.compactMap(CKANField.init)
        fields = zip(read, ColumnNames.names(of: read.map(\.name))).map { field, column in
            var field = field
            field.column = column
            return field
        }
        total = result["total_was_estimated"]?.boolValue == true ? nil : result["total"]?.intValue
    }

    /// The columns of its records.
    var columns: [Column] { fields.map { Column($0.column, $0.kind, $0.label) } }

    /// The given roles, with missing ones filled in; JSON, or coordinates stored as text, describe nothing.
    ///
    /// If some columns are listed, the others are not kept, so they get no roles.
    func roles(over given: ColumnRoles, among listed: [Column] = []) -> ColumnRoles {
        let place = CKANPlace(fields)
        let names = Set(listed.map(\.name))
        let others = zip(fields, columns).filter { !place.isCoordinate($0.0) && !$0.0.isJSON }.map(\.1)
        let kept = others.filter { names.isEmpty || names.contains($0.name) }
        return RoleInference(columns: kept).roles(over: given.renamed { field($0)?.column })
    }

    /// The field for a column, by the column's name or the field's own.
    func field(_ name: String) -> CKANField? {
        fields.first { $0.column == name } ?? fields.first { $0.name == name }
    }
}

/// A column of a datastore table.
struct CKANField {
    /// The name of the column in rows.
    let name: String
    /// The display label.
    let label: String
    /// The type of its values, which the portal may have guessed.
    let kind: Column.Kind
    /// Whether its values are JSON.
    let isJSON: Bool
    /// The name of the column.
    var column = ""

    /// Parses a column; nil if it is one of the portal's own: `_id` is renumbered whenever the file is reloaded.
    init?(_ document: JSONValue) {
        guard let name = document["id"]?.stringValue, !["_id", "_full_text", ""].contains(name) else {
            return nil
        }
        let label = document["info"]?["label"]?.stringValue ?? ""
        self.name = name
        self.label = label.allSatisfy(\.isWhitespace) ? "The “\(name)” column of the data set." : label
        let type = document["type"]?.stringValue?.lowercased() ?? ""
        isJSON = ["json", "jsonb"].contains(type)
        kind =
            switch type {
            case "int", "int2", "int4", "int8", "integer", "bigint", "smallint": .integer
            case "numeric", "float4", "float8", "float", "real", "double precision", "money": .decimal
            case "bool", "boolean": .boolean
            case "date": .date
            case _ where type.hasPrefix("timestamp"): .date
            case _ where type.hasPrefix("_"): .list
            default: .text
            }
    }
}
