import AggSource
import ProgramRows

/// Maps the rows of a stream to records.
struct SingerMapper: Sendable {
    let endpoint: SingerEndpoint

    /// The plan for rows that the given columns identify; if there are none, a digest of the row does.
    ///
    /// A row omits columns without a value, so only the schema shows which columns do not exist. The rows of an incremental
    /// stream come a few at a time, so their roles are inferred from the schema, too, and kept.
    func plan(keys: [String], schema: JSONValue?, isIncremental: Bool, formerRoles: [RowRoles]) -> RowPlan {
        var roles = endpoint.roles
        roles.key = roles.key ?? (keys.isEmpty ? [RowRoles.contentKey] : keys)
        var plan = RowPlan(
            roles: roles, configured: endpoint.roles, columns: endpoint.columns,
            names: schema?["properties"]?.objectValue?.members.map(\.name) ?? [], checksKeys: false,
            countsRepeats: !isIncremental, schema: isIncremental ? Self.columns(schema) : [],
            formerRoles: isIncremental ? formerRoles : [])
        plan.types = Self.columns(schema)
        return plan
    }

    /// The columns in a schema: a column of objects, of several types, or without a type holds text.
    static func columns(_ schema: JSONValue?) -> [RowColumn] {
        (schema?["properties"]?.objectValue?.members ?? []).map { member in
            RowColumn(source: member.name, kind: kind(of: member.value) ?? .text)
        }
    }

    /// The type that holds every value of a property; nil if its only value is null, or if the schema does not say.
    private static func kind(of property: JSONValue) -> Column.Kind? {
        for name in ["anyOf", "oneOf"] {
            if let choices = property[name]?.arrayValue { return joined(choices.map { kind(of: $0) }) }
        }
        let types = property["type"]?.arrayValue ?? property["type"].map { [$0] } ?? []
        return joined(
            types.map { type in
                switch type.stringValue {
                case "null": nil
                case "integer": .integer
                case "number": .decimal
                case "boolean": .boolean
                case "array": .list
                case "string" where ["date-time", "date"].contains(property["format"]?.stringValue): .date
                default: .text
                }
            })
    }

    private static func joined(_ kinds: [Column.Kind?]) -> Column.Kind? {
        let kinds = Set(kinds.compactMap(\.self))
        if kinds.count < 2 { return kinds.first }
        if kinds == [.integer, .decimal] { return .decimal }
        // A date with a text as an alternative is a date that the tap could not always parse.
        return kinds == [.date, .text] ? .date : .text
    }
}
