import AggSearch
import AggStorage

extension SearchableText {
    /// The SQL for the indexed text of a row in a table.
    static func sql(_ table: String) -> String {
        sql("\(table).folded", "\(table).alternate", "\(table).other_titles", "\(table).words")
    }

    /// The SQL that combines the parts of an indexed text.
    static func sql(_ folded: String, _ alternate: String, _ otherTitles: String, _ words: String) -> String {
        "\(folded) || coalesce(' ' || \(alternate), '') || coalesce(\(otherTitles), '') || \(words)"
    }

    /// The words of a row in which the columns `folded`, `alternate`, `other_titles`, and `words` begin at the given
    /// place.
    static func recordWords(_ row: borrowing PreparedStatement, from first: Int) -> RecordWords {
        recordWords(
            title: row.text(first), alternate: row.optionalText(first + 1), otherTitles: row.optionalText(first + 2),
            words: row.text(first + 3))
    }
}
