import AggSearch
import AggSource
import AggStorage

/// The word tiers, which use the word index.
extension PartSearch {
    /// Adds rows of the word tiers until there are enough: the first rows of each tier.
    func addWords() throws {
        if firstTitles.areMany {
            // The rows were not read before, since the titles seemed to be enough.
            try addFewWords(ifTitlesAreFew: false)
            try part.session.runPostponed()
            if hasFoundAll { return }
        }
        var before = ""
        for tier in [MatchTier.titleWords, .titleWordPrefixes, .subtitle, .anywhere] {
            let query = WordQuery(text.forms, tier)
            // For a single word, two tiers have the same query.
            if query.text == before, query.isExact { continue }
            before = query.text
            let isWhole = try addWords(tier, query)
            if tier == .anywhere { hasFoundAll = isWhole }
            if count(upTo: tier) >= needed { return }
        }
    }

    /// Adds all rows that contain the words anywhere, in any order, if they fit in one page, which is common.
    ///
    /// The server reads them only if there are too few titles.
    func addFewWords(ifTitlesAreFew: Bool = true) throws {
        let size = pageSize + needed
        let range = titleRanges.first ?? ("", "")
        let condition = ConditionSQL(asked, from: ifTitlesAreFew ? 7 : 3)
        let isNeeded = """
             AND (SELECT count(*) FROM (
                SELECT FROM unnest($3::smallint[]) k(rank), LATERAL (
                    SELECT FROM \(part.table) r WHERE r.rank = k.rank AND r.place >= $4 AND r.place <= $5\(condition.and)
                    LIMIT $6) r LIMIT $6) n) < $6
            """
        let bounds: [Value] = [.integers(part.row.usedRanks), .text(range.0), .text(range.1), Value(needed)]
        try part.session.postpone(
            """
            SELECT \(StoredRow.searched) FROM \(part.table) r
            WHERE r.lex @@ $1::tsquery\(condition.and)\(ifTitlesAreFew ? isNeeded : "") LIMIT $2
            """,
            [.text(WordQuery(text.forms, .anywhere).text), Value(size)] + (ifTitlesAreFew ? bounds : [])
                + condition.values
        ) { [self] rows in
            guard rows.count < size, !(ifTitlesAreFew && firstTitles.areMany) else { return }
            try rows.forEach { try add($0, condition) }
            hasFoundAll = true
        }
    }

    private var pageSize: Int { max(4 * needed, 200) }

    /// Adds rows of a tier until there are enough; returns whether all rows of this and better tiers were added.
    private func addWords(_ tier: MatchTier, _ query: WordQuery) throws -> Bool {
        var (read, size) = (0, pageSize + count)
        repeat {
            if try addPage(query.isExact ? tier : nil, query, after: read, of: size) { return true }
            read += size
            size *= 4
        } while count(upTo: tier) < needed
        return false
    }

    /// Adds a page of rows in order; returns whether it was the last page.
    private func addPage(
        _ tier: MatchTier?, _ query: WordQuery, after read: Int, of size: Int
    ) throws -> Bool {
        let condition = ConditionSQL(asked, from: 1)
        // The words are part of the statement, so the server can plan by how frequent they are.
        let rows = try part.session.rows(
            """
            SELECT \(StoredRow.searched) FROM \(part.table) r WHERE r.lex @@ \(query.literal)\(condition.and)
            ORDER BY \(SearchedPart.order) LIMIT \(size) OFFSET \(read)
            """, condition.values, isPrepared: false)
        try rows.forEach { try add($0, condition, knownTier: tier) }
        return rows.count < size
    }
}
