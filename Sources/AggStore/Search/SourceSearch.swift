import AggCore
import GRDB

/// A search of one source: the title tiers first, the word tiers while there is room.
///
/// The best rows are gathered in more or less the order of answers, and sorted in exactly that order at the end.
struct SourceSearch {
    let db: Database
    let text: SearchText
    let source: SearchedSource
    let condition: FieldCondition
    let limit: Int
    var found = Candidates()

    init(db: Database, text: SearchText, source: SearchedSource, condition: FieldCondition, limit: Int) {
        self.db = db
        self.text = text
        self.source = source
        self.condition = condition
        self.limit = limit
    }

    /// One more than are shown, to know whether there are more.
    var needed: Int { limit + 1 }

    /// Searches.
    ///
    /// - Parameter favorites: The keys of rows that go first inside their tier.
    mutating func matches(favorites: [String]) throws -> SourceMatches {
        try addFavorites(favorites)
        try addTitleMatches()
        if found.count(upTo: .titlePrefix) < needed { try addWordMatches() }
        let ordered = found.ordered
        return SourceMatches(
            matches: try ordered.prefix(limit).map { candidate in
                SearchMatch(record: try record(candidate.id), tier: candidate.tier, isFavorite: candidate.isFavorite)
            }, isTruncated: ordered.count > limit)
    }

    /// Favorites are few: each is looked at by itself.
    private mutating func addFavorites(_ keys: [String]) throws {
        let matcher = TierMatcher(text)
        for key in keys {
            try db.forEachRow(
                """
                SELECT id, folded, alternate, words, date, spelling, subtitle
                FROM record INDEXED BY record_key WHERE source = ?1 AND key = ?2\(condition.sql)
                """, [.integer(source.number), .text(key)], condition
            ) { row in
                let folded = row.text(1)
                let words = SearchableText.recordWords(
                    title: folded, alternate: row.optionalText(2), words: row.text(3))
                guard let tier = matcher.tier(of: words) else { return false }
                let isExactSpelling = MatchOrder.isExactSpelling(
                    text, tier, title: row.optionalText(5) ?? folded, subtitle: row.optionalText(6))
                found.add(
                    Candidate(
                        id: row.integer(0), tier: tier, isFavorite: true, isExactSpelling: isExactSpelling,
                        folded: folded, date: row.optionalText(4), key: key))
                return false
            }
        }
    }

    private func record(_ id: Int64) throws -> Record {
        let statement = try PreparedStatement(db, "SELECT \(StoredRecord.columns) FROM record WHERE id = ?1")
        statement.bind(1, id)
        guard try statement.step() else { throw DamagedRecord() }
        return try StoredRecord.record(statement)
    }
}

extension Database {
    /// Runs a statement with a condition on fields at its end.
    func forEachRow(
        _ sql: String, _ values: [SQLValue], _ condition: FieldCondition,
        _ body: (borrowing PreparedStatement) throws -> Bool
    ) throws {
        let statement = try PreparedStatement(self, sql)
        statement.bind(values)
        condition.bind(to: statement)
        while try statement.step() {
            guard try body(statement) else { return }
        }
    }
}
