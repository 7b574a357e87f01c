import AggCore
import GRDB

/// The tiers of words, which the text index finds.
///
/// Rows come in the order of their ids: the best known first, and inside a class by title as long as a class was filled
/// at once. Of each tier at least `pageSize` rows are sorted exactly; where a tier has more, those beyond come after.
extension SourceSearch {
    private var pageSize: Int { max(4 * needed, 200) }

    /// Adds rows tier by tier until the answer is full.
    mutating func addWordMatches() throws {
        var before = ""
        for tier in [MatchTier.titleWords, .titleWordPrefixes, .subtitle, .anywhere] {
            let expression = TextExpression(text.forms, tier)
            // A single word asks the same in two tiers.
            if expression.text == before, expression.isExact { continue }
            before = expression.text
            try addWordMatches(tier, expression)
            if found.count(upTo: tier) >= needed { return }
        }
    }

    private mutating func addWordMatches(_ tier: MatchTier, _ expression: TextExpression) throws {
        let matcher = expression.isExact ? nil : TierMatcher(text)
        let ids = RecordClass.ids(ofSource: source.number)
        var first = ids.lowerBound
        var isComplete = false
        repeat {
            let page = pageSize + found.count
            var count = 0
            try db.forEachRow(
                """
                SELECT record.id, key, folded, date, spelling, subtitle, alternate, words
                FROM record_text CROSS JOIN record ON record.id = record_text.rowid
                WHERE record_text MATCH ?1 AND record_text.rowid BETWEEN ?2 AND ?3\(condition.sql)
                ORDER BY record_text.rowid LIMIT ?4
                """,
                [
                    .text(expression.text(with: condition.indexedWords)), .integer(first), .integer(ids.upperBound),
                    SQLValue(page),
                ], condition
            ) { row in
                count += 1
                first = row.integer(0) + 1
                if !found.contains(row.integer(0)) { add(row, tier, matcher) }
                return true
            }
            isComplete = count < page
        } while !isComplete && found.count(upTo: tier) < needed
    }

    private mutating func add(_ row: borrowing PreparedStatement, _ asked: MatchTier, _ matcher: TierMatcher?) {
        let folded = row.text(2)
        var tier = asked
        if let matcher {
            let words = SearchableText.recordWords(title: folded, alternate: row.optionalText(6), words: row.text(7))
            guard let found = matcher.tier(of: words), found <= asked else { return }
            tier = found
        }
        let isExactSpelling = MatchOrder.isExactSpelling(
            text, tier, title: row.optionalText(4) ?? folded, subtitle: row.optionalText(5))
        found.add(
            Candidate(
                id: row.integer(0), tier: tier, isExactSpelling: isExactSpelling, folded: folded,
                date: row.optionalText(3), key: row.text(1)))
    }
}
