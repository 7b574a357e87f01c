import AggStorage
import AggSearch
import AggText
import GRDB

/// Completes values of a column, examining a limited number of rows so that it can run on a key press.
///
/// Values are not indexed. The best known rows of a source contain most common values; rarer ones are found by
/// searching the text index for the typed text, excluding rows with values already found.
struct ValueCompletion {
    let db: Database
    let column: String
    let start: String
    let limit: Int

    /// The number of best known rows of a source to examine.
    private static let sample = 2_000
    /// The number of rows to examine per step through the text index, and the maximum number of steps.
    private static let page = 200
    private static let steps = 8
    /// The maximum number of values to exclude in a step.
    private static let excluded = 60

    /// The values, in the order of `ColumnValues`; keys if the column is `key`.
    func values(of sources: [SearchedSource]) throws -> [String] {
        if column == "key" { return try keys(of: sources) }
        var found: Set<String> = []
        for source in sources {
            let ids = RecordClass.ids(ofSource: source.number)
            found.formUnion(try sampled(ids))
            if let word = Folding.fold(start).split(separator: " ").first { try step(ids, String(word), &found) }
        }
        return ColumnValues.best(found, startingWith: start, limit: limit)
    }

    private func keys(of sources: [SearchedSource]) throws -> [String] {
        var found: [String] = []
        let range = TextRange(beginningWith: start)
        for source in sources {
            try db.forEachRow(
                """
                SELECT DISTINCT key FROM record INDEXED BY record_key
                WHERE source = ?1 AND key BETWEEN ?2 AND ?3 ORDER BY key LIMIT ?4
                """, [.integer(source.number), .text(range.first), .text(range.last), SQLValue(limit)]
            ) { row in
                found.append(row.text(0))
                return true
            }
        }
        return Array(found.prefix(limit))
    }

    private var path: SQLValue { .text("$.\"\(column)\"") }

    private func sampled(_ ids: ClosedRange<Int64>) throws -> Set<String> {
        try texts(
            """
            SELECT item.value FROM
                (SELECT fields FROM record WHERE id BETWEEN ?2 AND ?3 ORDER BY id LIMIT ?4) AS row,
                json_each(row.fields, ?1) AS item
            WHERE item.type = 'text'
            """,
            [path, .integer(ids.lowerBound), .integer(ids.upperBound), SQLValue(Self.sample)])
    }

    /// Steps through the rows with a word that starts with the typed text, from one value to the next.
    private func step(_ ids: ClosedRange<Int64>, _ word: String, _ found: inout Set<String>) throws {
        let begun = SearchableText.columnMarks.map { TextExpression.prefix($0 + word) }.joined(separator: " OR ")
        var known = Set(ColumnValues.best(found, startingWith: start, limit: limit))
        for _ in 0..<Self.steps {
            let others = known.prefix(Self.excluded).compactMap { value in
                let words = Folding.fold(value).split(separator: " ").map { TextExpression.columnWord(String($0)) }
                return words.isEmpty ? nil : "(" + words.joined(separator: " AND ") + ")"
            }
            let without = others.isEmpty ? "" : " NOT (\(others.joined(separator: " OR ")))"
            let values = try texts(
                """
                SELECT item.value FROM
                    (SELECT fields FROM record WHERE id IN (
                        SELECT rowid FROM record_text
                        WHERE record_text MATCH ?4 AND rowid BETWEEN ?2 AND ?3 ORDER BY rowid LIMIT ?5)) AS row,
                    json_each(row.fields, ?1) AS item
                WHERE item.type = 'text'
                """,
                [
                    path, .integer(ids.lowerBound), .integer(ids.upperBound), .text("(\(begun))\(without)"),
                    SQLValue(Self.page),
                ])
            let new = Set(ColumnValues.best(values, startingWith: start, limit: limit)).subtracting(known)
            if new.isEmpty { return }
            known.formUnion(new)
            found.formUnion(new)
        }
    }

    private func texts(_ sql: String, _ values: [SQLValue]) throws -> Set<String> {
        var found: Set<String> = []
        try db.forEachRow(sql, values) { row in
            found.insert(row.text(0))
            return true
        }
        return found
    }
}
