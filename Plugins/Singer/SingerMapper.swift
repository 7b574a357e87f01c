import AggSource
import ProgramRows

/// Maps the rows of a stream to records.
struct SingerMapper: Sendable {
    let endpoint: SingerEndpoint

    /// The plan for rows that the given columns identify; if there are none, a digest of the row does.
    ///
    /// A row omits columns without a value, so only the schema shows which columns do not exist. The rows of an incremental
    /// stream come a few at a time, so their roles are inferred from the schema, too, and kept.
    func plan(keys: [String], schema: JSONValue?, isIncremental: Bool, formerRoles: RowRoles?) -> RowPlan {
        var roles = endpoint.roles
        roles.key = roles.key ?? (keys.isEmpty ? [RowRoles.contentKey] : keys)
        return RowPlan(
            roles: roles, configured: endpoint.roles, columns: endpoint.columns,
            names: schema?["properties"]?.objectValue?.members.map(\.name) ?? [], checksKeys: false,
            schema: isIncremental ? Self.columns(schema) : [], formerRoles: isIncremental ? formerRoles : nil)
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
