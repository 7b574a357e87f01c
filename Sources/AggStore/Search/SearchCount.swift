import AggSearch
import GRDB

/// Counts the rows of one source that match a search.
struct SearchCount {
    let db: Database
    let text: SearchText
    let source: SearchedSource
    let prefixes: PrefixExpansion

    /// The number of rows that meet a condition and contain the words.
    func count(where asked: RecordCondition) throws -> Int {
        if !text.isBlank { return try countMatches(asked) }
        return try asked.asksOnlyForDates ? countDates(asked) : countRows(asked)
    }

    /// Counts the rows found by the text index; they are examined only if it finds too many.
    private func countMatches(_ asked: RecordCondition) throws -> Int {
        let condition = ConditionSQL(asked)
        let expression = try TextExpression(text.forms, .anywhere, begun: prefixes.expression)
        let ids = RecordClass.ids(ofSource: source.number)
        let values: [SQLValue] = [
            .text(expression.text(with: condition.indexedWords)), .integer(ids.lowerBound), .integer(ids.upperBound),
        ]
        let found = "WHERE record_text MATCH ?1 AND record_text.rowid BETWEEN ?2 AND ?3"
        let joined = "FROM record_text CROSS JOIN record ON record.id = record_text.rowid"
        if expression.isExact {
            let rows = condition.sql.isEmpty ? "FROM record_text" : joined
            return try number("SELECT count(*) \(rows) \(found)\(condition.sql)", values, condition)
        }
        let whole = WholeRow(matcher: TierMatcher(text), favorites: [])
        var count = 0
        try db.forEachRow("SELECT \(WholeRow.columns) \(joined) \(found)\(condition.sql)", values, condition) { row in
            if try whole.match(row) != nil { count += 1 }
            return true
        }
        return count
    }

    /// Counts dates by index, without reading any row.
    private func countDates(_ asked: RecordCondition) throws -> Int {
        let condition = ConditionSQL(asked)
        return try source.classes.reduce(0) { count, recordClass in
            count
                + (try number(
                    """
                    SELECT count(*) FROM record INDEXED BY record_date
                    WHERE class = ?1 AND date IS NOT NULL\(condition.sql)
                    """, [.integer(recordClass.number)], condition))
        }
    }

    private func countRows(_ asked: RecordCondition) throws -> Int {
        var condition = ConditionSQL(asked)
        let ids = RecordClass.ids(ofSource: source.number)
        condition.narrowByWords(to: ids)
        let rows = asked.circle.map { PlaceBoxes.rows(in: condition.boxes(of: $0), ofSource: "?3") } ?? "record"
        return try number(
            "SELECT count(*) FROM \(rows) WHERE id BETWEEN ?1 AND ?2\(condition.sql)",
            [.integer(ids.lowerBound), .integer(ids.upperBound), .integer(source.number)], condition)
    }

    private func number(_ sql: String, _ values: [SQLValue], _ condition: ConditionSQL) throws -> Int {
        var number = 0
        try db.forEachRow(sql, values, condition) { row in
            number = Int(row.integer(0))
            return false
        }
        return number
    }
}
