import AggSearch
import GRDB

/// A search of one source in an order that is asked for: every row that is found takes part, whatever its tier.
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
