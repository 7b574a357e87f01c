import AggSource
import ProgramRows

/// Maps the rows of a stream to records.
struct SingerMapper: Sendable {
    let endpoint: SingerEndpoint

    /// The plan for rows that the given columns identify; if there are none, a digest of the row does.
    ///
    /// A row omits columns without a value, so only the names in the catalog show which columns do not exist.
    func plan(keys: [String], names: [String]?) -> RowPlan {
        var roles = endpoint.roles
        roles.key = roles.key ?? (keys.isEmpty ? [RowRoles.contentKey] : keys)
        return RowPlan(
            roles: roles, configured: endpoint.roles, columns: endpoint.columns, names: names ?? [], checksKeys: false)
    }

    /// The columns in a schema.
    static func columns(_ schema: JSONValue?) -> [RowColumn] {
        (schema?["properties"]?.objectValue?.members ?? []).compactMap { member in
            kind(of: member.value).map { RowColumn(source: member.name, kind: $0) }
        }
    }

    private static func kind(of property: JSONValue) -> Column.Kind? {
        if let choices = property["anyOf"]?.arrayValue { return choices.lazy.compactMap(kind).first }
        let types =
            property["type"]?.arrayValue?.compactMap(\.stringValue) ?? property["type"]?.stringValue.map { [$0] } ?? []
        switch types.first(where: { $0 != "null" }) {
        case "string": return ["date-time", "date"].contains(property["format"]?.stringValue) ? .date : .text
        case "integer": return types.contains("string") ? .text : .integer
        case "number": return types.contains("string") ? .text : .decimal
        case "boolean": return .boolean
        case "array": return .list
        default: return nil
        }
    }
}
