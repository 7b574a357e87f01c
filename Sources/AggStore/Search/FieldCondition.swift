import AggCore
import GRDB

/// Conditions on the fields of a record as a part of a statement, so that a limit counts only rows that meet them.
///
/// The values are bound behind the statement's own; without conditions the statement stays as it is.
struct FieldCondition {
    /// ` AND …` for the end of a `WHERE` on the table `record`, or nothing.
    private(set) var sql = ""
    private var values: [SQLValue] = []

    /// The number of the first parameter; statements have fewer of their own.
    private static let firstParameter = 20

    /// Makes the condition that rows of a source meet all filters.
    init(_ filters: [FieldFilter], of source: SearchedSource) {
        for filter in filters {
            let folded = Folding.fold(filter.value)
            if Self.canOnlyBeText(folded) {
                // The text index has these words; it leaves few rows whose fields have to be read.
                let mark = SearchableText.Place.other.mark
                let words = folded.split(separator: " ").map { "\"\(mark)\($0)\"" }.joined(separator: " AND ")
                let ids = RecordClass.ids(ofSource: source.number)
                let parameters = [
                    parameter(.text(words)), parameter(.integer(ids.lowerBound)),
                    parameter(.integer(ids.upperBound)),
                ]
                sql += """
                     AND record.id IN (
                        SELECT rowid FROM record_text
                        WHERE record_text MATCH \(parameters[0]) AND rowid BETWEEN \(parameters[1]) AND \(parameters[2])
                    )
                    """
            }
            let (column, value) = (parameter(.text(filter.column)), parameter(.text(folded)))
            sql += " AND field_is(record.fields, \(column), \(value))"
        }
    }

    /// Whether no number, date or boolean has this folded form: those are not among the words of the text index.
    private static func canOnlyBeText(_ folded: String) -> Bool {
        let isNumeric = folded.utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return !folded.isEmpty && !isNumeric && !["true", "false", "null"].contains(folded)
    }

    private mutating func parameter(_ value: SQLValue) -> String {
        values.append(value)
        return "?\(Self.firstParameter + values.count - 1)"
    }

    /// Binds the values.
    func bind(to statement: borrowing PreparedStatement) {
        for (index, value) in values.enumerated() { statement.bind(Self.firstParameter + index, value) }
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
