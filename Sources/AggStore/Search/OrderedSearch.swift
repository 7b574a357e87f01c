import AggSearch
import GRDB

/// A search of one source in a requested order: every matching row counts, whatever its tier.
struct OrderedSearch {
    let db: Database
    let text: SearchText
    let source: SearchedSource
    let prefixes: PrefixExpansion
    let limit: Int

    /// The first rows in the order that meet a condition.
    func matches(
        where asked: RecordCondition, in order: RecordOrder, favorites: Set<String>
    ) throws -> SourceMatches {
        var condition = ConditionSQL(asked)
        let orderSQL = OrderSQL(order, &condition).sql
        let expression = try TextExpression(text.forms, .anywhere, begun: prefixes.expression)
            .text(with: condition.indexedWords)
        let ids = RecordClass.ids(ofSource: source.number)
        let whole = WholeRow(matcher: TierMatcher(text), favorites: favorites)
        var matches: [SearchMatch] = []
        try db.forEachRow(
            """
            SELECT \(WholeRow.columns)
            FROM record_text CROSS JOIN record ON record.id = record_text.rowid
            WHERE record_text MATCH ?1 AND record_text.rowid BETWEEN ?2 AND ?3\(condition.sql)
            ORDER BY \(orderSQL)
            """, [.text(expression), .integer(ids.lowerBound), .integer(ids.upperBound)], condition
        ) { row in
            guard let match = try whole.match(row) else { return true }
            matches.append(match)
            return matches.count <= limit
        }
        return SourceMatches(matches: Array(matches.prefix(limit)), isTruncated: matches.count > limit)
    }
}

/// A requested order as the end of a statement: missing values come last, equal values are ordered by title and key.
struct OrderSQL {
    let sql: String

    /// Creates the order; its values are bound along with those of the condition.
    init(_ order: RecordOrder, _ condition: inout ConditionSQL) {
        var sql = ""
        for part in order.parts {
            let direction = part.isDescending ? " DESC" : ""
            for value in Self.values(of: part, &condition) { sql += "(\(value))\(direction) NULLS LAST, " }
        }
        self.sql = sql + "record.folded, record.key"
    }

    private static func values(of order: RecordOrder, _ condition: inout ConditionSQL) -> [String] {
        switch order {
        // The plus keeps SQLite from reading all rows in the order of an index.
        case .date: ["+record.date"]
        case .title: ["+record.folded"]
        case .column(let name, _): values(ofFieldAt: condition.path(of: name))
        case .distance(let place): [place.map { condition.distance(to: $0) } ?? "NULL"]
        case .several: []
        }
    }

    /// The number in a field, and the key of any other field's text: numbers come first in both directions.
    ///
    /// The functions read what SQLite cannot: lists, numbers that are not finite, and texts with a NUL.
    private static func values(ofFieldAt path: String) -> [String] {
        let (field, json) = ("json_extract(record.fields, \(path))", "record.fields -> \(path)")
        let type = "json_type(record.fields, \(path))"
        let isNumber = "\(type) IN ('integer', 'real', 'true', 'false')"
        let isPlain = "\(type) = 'text' AND instr(record.fields, '\\u0000') = 0"
        // Only a date has a member with this name.
        let date = "CASE \(type) WHEN 'object' THEN json_extract(\(field), '$.date') END"
        return [
            """
            CASE WHEN \(isNumber) THEN CAST(\(field) AS REAL) WHEN \(isPlain) THEN text_number(\(field)) \
            WHEN \(date) IS NULL THEN field_number(\(json)) END
            """,
            """
            CASE WHEN \(isNumber) THEN NULL \
            WHEN \(isPlain) THEN CASE WHEN text_number(\(field)) IS NULL THEN text_order(\(field)) END \
            ELSE coalesce(CAST(\(date) AS BLOB), field_order(\(json))) END
            """,
        ]
    }
}
