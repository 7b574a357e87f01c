import AggSearch
import AggSource
import AggStorage

/// The word tiers, which use the word index.
extension PartSearch {
    /// Adds rows of the word tiers until there are enough.
    ///
    /// If the tiers have few rows in total, which is common, all of them are read in any order. Otherwise, the first rows of
    /// each tier are read.
    mutating func addWords() throws {
        hasFoundAll = try addAllIfFew()
        if hasFoundAll { return }
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

    /// Adds all rows that contain the words anywhere, if they fit in one page; returns whether they do.
    private mutating func addAllIfFew() throws -> Bool {
        let condition = ConditionSQL(asked, from: 1)
        let size = pageSize + found.count
        let rows = try part.session.rows(
            """
            SELECT \(StoredRow.searched) FROM \(part.table) r
            WHERE r.lex @@ \(WordQuery(text.forms, .anywhere).literal)\(condition.and) LIMIT \(size)
            """, condition.values, isPrepared: false)
        guard rows.count < size else { return false }
        try rows.forEach { try add($0, condition) }
        return true
    }

    private var pageSize: Int { max(4 * needed, 200) }

    /// Adds rows of a tier until there are enough; returns whether all rows of this and better tiers were added.
    private mutating func addWords(_ tier: MatchTier, _ query: WordQuery) throws -> Bool {
        var (read, size) = (0, pageSize + found.count)
        repeat {
            if try addPage(query.isExact ? tier : nil, query, after: read, of: size) { return true }
            read += size
            size *= 4
        } while count(upTo: tier) < needed
        return false
    }

    /// Adds a page of rows in order; returns whether it was the last page.
    private mutating func addPage(
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
