import AggCore
import GRDB

/// Conditions on the fields of a record as a part of a statement, so that a limit counts only rows that meet them.
///
/// The values are bound to named parameters behind the statement's own; without conditions the statement stays as it is.
struct FieldCondition {
    /// ` AND …` for the end of a `WHERE` on the table `record`, or nothing.
    let sql: String
    /// The values of its parameters, which follow the statement's own.
    let values: [SQLValue]

    /// Makes the condition that all filters are met.
    ///
    /// - Parameters:
    ///   - filters: The filters.
    ///   - first: The number of its first parameter.
    init(_ filters: [FieldFilter]) {
        values = filters.flatMap { [.text($0.column), .text(Folding.fold($0.value))] }
        sql = filters.indices.map { " AND field_is(record.fields, ?\(20 + 2 * $0), ?\(21 + 2 * $0))" }.joined()
    }

    /// Binds the values.
    func bind(to statement: borrowing PreparedStatement) {
        for (index, value) in values.enumerated() { statement.bind(index + 20, value) }
    }

    /// The function `field_is(fields, column, folded)` of a connection.
    static let function = DatabaseFunction("field_is", argumentCount: 3, pure: true) { values in
        guard let column = String.fromDatabaseValue(values[1]), let wanted = String.fromDatabaseValue(values[2]),
            let text = String.fromDatabaseValue(values[0]), let json = try? JSONValue(parsing: text)
        else { return false }
        let fields = try FieldsJSON.fields(json)
        return FieldFilter.matches(fields.first { $0.name == column }?.value, folded: wanted)
    }
}
