import AggSearch
import AggStorage
import GRDB

/// A search of one source: first the title tiers, then the word tiers if there is room left.
///
/// The best rows are collected in approximate answer order, and sorted exactly at the end.
struct SourceSearch {
    let db: Database
    let text: SearchText
    let source: SearchedSource
    let condition: ConditionSQL
    let prefixes: PrefixExpansion
    let limit: Int
    /// The number of best rows to put in order; further ones up to the limit are only counted.
    let best: Int
    var found = Candidates()
    /// Whether all matching rows have been found.
    var hasFoundAll = false

    init(
        db: Database, text: SearchText, source: SearchedSource, condition: ConditionSQL, prefixes: PrefixExpansion,
        limit: Int, best: Int
    ) {
        self.db = db
        self.text = text
        self.source = source
        self.condition = condition
        self.prefixes = prefixes
        self.limit = limit
        self.best = best
    }

    /// One more than the limit, to detect whether there are more.
    var needed: Int { limit + 1 }

    /// Runs the search; rows with the given keys come first within their tier.
    ///
    /// `containing` are all rows that contain the words, if they are known.
    mutating func matches(favorites: [String], containing ids: [Int64]? = nil) throws -> RankedMatches {
        try addFavorites(favorites)
        if let ids, ids.count <= limit {
            try addMatches(among: ids)
        } else {
            try addTitleMatches()
            if found.count(upTo: .titlePrefix) < needed { try addWordMatches() }
        }
        return RankedMatches(
            best: found.first(best), count: min(found.count, limit), isTruncated: found.count > limit,
            total: hasFoundAll ? found.count : nil)
    }

    /// Adds matching favorites; they are few, and each is checked individually.
    private mutating func addFavorites(_ keys: [String]) throws {
        if keys.isEmpty { return }
        let matcher = TierMatcher(text)
        let words = longestWords
        let written = WrittenColumns(isNeeded: matcher.needsMarks, after: 10)
        let hasWord = words.indices.map { "instr(\(SearchableText.sql("record")), ?\($0 + 3)) > 0" }
        let sql = """
            SELECT id, folded, alternate, words, date, spelling, subtitle, titles, other_titles, title\(written.sql)
            FROM record INDEXED BY record_key
            WHERE source = ?1 AND key = ?2 AND (\(hasWord.joined(separator: " OR ")))\(condition.sql)
            """
        for key in keys {
            let values = [.integer(source.number), .text(key)] + words.map(SQLValue.text)
            try db.forEachRow(sql, values, condition) { row in
                let folded = row.text(1)
                let words =
                    try written.words(row)
                    ?? SearchableText.recordWords(
                        title: folded, alternate: row.optionalText(2), otherTitles: row.optionalText(8),
                        words: row.text(3))
                guard let tier = matcher.tier(of: words) else { return false }
                let title = MatchedTitle(
                    row.text(9), folded: folded, spelling: row.optionalText(5),
                    alternatives: try StoredRecord.texts(row, 7), subtitle: row.optionalText(6), for: text, tier)
                found.add(
                    Candidate(
                        id: row.integer(0), tier: tier, isFavorite: true, title: title, date: row.optionalText(4),
                        key: key))
                return false
            }
        }
    }

    /// The longest word of each form: a row that contains none of them does not match.
    private var longestWords: [String] {
        text.forms.map { form in form.groups.joined().max { $0.utf8.count < $1.utf8.count } ?? "" }
    }
}

extension Database {
    /// Runs a statement that ends in a condition on fields.
    func forEachRow(
        _ sql: String, _ values: [SQLValue], _ condition: ConditionSQL,
        _ body: (borrowing PreparedStatement) throws -> Bool
    ) throws {
        let statement = try PreparedStatement(self, sql)
        statement.bind(values)
        condition.bind(to: statement)
        try statement.forEachRow(body)
    }
}
