import AggSearch
import AggSource
import AggStorage

/// The word tiers, which use the word index.
extension PartSearch {
    /// Adds rows of the word tiers until the answer is full.
    ///
    /// The rows of all tiers together are often few: then they are read at once, in any order. Else each tier is asked for
    /// its first rows.
    mutating func addWords() throws {
        hasFoundAll = try addAllIfFew()
        if hasFoundAll { return }
        var before = ""
        for tier in [MatchTier.titleWords, .titleWordPrefixes, .subtitle, .anywhere] {
            let query = WordQuery(text.forms, tier)
            // For a single word, two tiers ask the same.
            if query.text == before, query.isExact { continue }
            before = query.text
            let isWhole = try addWords(tier, query)
            if tier == .anywhere { hasFoundAll = isWhole }
            if count(upTo: tier) >= needed { return }
        }
    }

    /// Adds all rows that have the words anywhere, if they fit in a page; returns whether they do.
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

    /// Adds rows of a tier until the answer is full; returns whether all rows of this tier and better ones were added.
    private mutating func addWords(_ tier: MatchTier, _ query: WordQuery) throws -> Bool {
        var (read, size) = (0, pageSize + found.count)
        repeat {
            if try addPage(query.isExact ? tier : nil, query, after: read, of: size) { return true }
            read += size
            size *= 4
        } while count(upTo: tier) < needed
        return false
    }

    /// Adds a page of rows in the order of their places; returns whether it was the last page.
    private mutating func addPage(
        _ tier: MatchTier?, _ query: WordQuery, after read: Int, of size: Int
    ) throws -> Bool {
        let condition = ConditionSQL(asked, from: 1)
        // The words are part of the statement, so that the server plans by how frequent they are.
        let rows = try part.session.rows(
            """
            SELECT \(StoredRow.searched) FROM \(part.table) r WHERE r.lex @@ \(query.literal)\(condition.and)
            ORDER BY \(SearchedPart.order) LIMIT \(size) OFFSET \(read)
            """, condition.values, isPrepared: false)
        try rows.forEach { try add($0, condition, knownTier: tier) }
        return rows.count < size
    }
}
