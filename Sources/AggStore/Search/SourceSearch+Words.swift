import AggStorage
import AggSearch
import GRDB

/// The word tiers, which use the text index.
///
/// Rows come in id order: best known first, and within a class by title, if the class was filled at once. At least
/// `pageSize` rows of each tier are sorted exactly; any beyond those come after them.
extension SourceSearch {
    private var pageSize: Int { max(4 * needed, 200) }
    /// The number of rows that can be examined faster than FTS5 collects those of one common prefix.
    private static let widePageSize = 2_000

    /// Adds rows tier by tier until the answer is full.
    ///
    /// Each tier requests more from the index than the one before, and each time the index collects the words that share
    /// a prefix with the query's. So if whole words don't fill the answer, one page of the last tier is tried at once: it
    /// has all rows of all tiers, and for several words these are usually few.
    mutating func addWordMatches() throws {
        var before = ""
        for tier in [MatchTier.titleWords, .titleWordPrefixes, .subtitle, .anywhere] {
            let expression = try TextExpression(text.forms, tier, begun: prefixes.expression)
            // For a single word, two tiers have the same expression.
            if expression.text == before, expression.isExact { continue }
            before = expression.text
            let isWhole = try addWordMatches(tier, expression)
            if tier == .anywhere { hasFoundAll = isWhole }
            if found.count(upTo: tier) >= needed { return }
            if tier == .titleWords, text.forms[0].groups.count > 1, try addAllOfOnePage() { return }
        }
    }

    /// Adds the given rows, which are all that contain the words, in any tier.
    mutating func addMatches(among ids: [Int64]) throws {
        let matcher = TierMatcher(text)
        let written = WrittenColumns(isNeeded: matcher.needsMarks, after: 11)
        let row = try PreparedStatement(
            db, "SELECT \(Self.wordColumns(areNeeded: true))\(written.sql) FROM record WHERE id = ?1\(condition.sql)")
        condition.bind(to: row)
        for id in ids where !found.contains(id) {
            row.reset()
            row.bind(1, id)
            if try row.step() { try add(row, .anywhere, matcher, isExact: false, written) }
        }
        hasFoundAll = true
    }

    /// The columns of a row that `add` reads; the words of its other texts, which may be long, only if they are needed.
    private static func wordColumns(areNeeded: Bool) -> String {
        """
        record.id, key, folded, date, spelling, subtitle, alternate, \(areNeeded ? "words" : "NULL"), titles,
        other_titles, title
        """
    }

    /// Adds the first page of rows of any tier; returns whether these are all.
    private mutating func addAllOfOnePage() throws -> Bool {
        let all = try TextExpression(text.forms, .anywhere, begun: prefixes.wideExpression)
            .text(with: condition.indexedWords)
        var first = RecordClass.ids(ofSource: source.number).lowerBound
        hasFoundAll = try addPage(
            .anywhere, all, isExact: false, from: &first, of: prefixes.hasCommon ? Self.widePageSize : pageSize)
        return hasFoundAll
    }

    /// Adds rows of a tier until the answer is full; returns whether all rows of this tier and better ones were added.
    private mutating func addWordMatches(_ tier: MatchTier, _ expression: TextExpression) throws -> Bool {
        let asked = expression.text(with: condition.indexedWords)
        var first = RecordClass.ids(ofSource: source.number).lowerBound
        repeat {
            if try addPage(tier, asked, isExact: expression.isExact, from: &first, of: pageSize) { return true }
        } while found.count(upTo: tier) < needed
        return false
    }

    /// Adds the rows of the page starting at id `first`, and moves `first` past it; returns whether it was the last
    /// page.
    private mutating func addPage(
        _ tier: MatchTier, _ asked: String, isExact: Bool, from first: inout Int64, of size: Int
    ) throws -> Bool {
        let page = size + found.count
        let matcher = TierMatcher(text)
        let written = WrittenColumns(isNeeded: matcher.needsMarks, after: 11)
        var count = 0
        try db.forEachRow(
            """
            SELECT \(Self.wordColumns(areNeeded: !isExact && !tier.isOfOneTitle))\(written.sql)
            FROM record_text CROSS JOIN record ON record.id = record_text.rowid
            WHERE record_text MATCH ?1 AND record_text.rowid BETWEEN ?2 AND ?3\(condition.sql)
            ORDER BY record_text.rowid LIMIT ?4
            """,
            [
                .text(asked), .integer(first), .integer(RecordClass.ids(ofSource: source.number).upperBound),
                SQLValue(page),
            ], condition
        ) { row in
            count += 1
            first = row.integer(0) + 1
            if !found.contains(row.integer(0)) { try add(row, tier, matcher, isExact: isExact, written) }
            return true
        }
        return count < page
    }

    /// Adds a row if it matches in the given tier or a better one; if the index is exact, only a row with several titles
    /// has to be checked.
    private mutating func add(
        _ row: borrowing PreparedStatement, _ asked: MatchTier, _ matcher: TierMatcher, isExact: Bool,
        _ written: WrittenColumns
    ) throws {
        var tier = asked
        if !isExact || matcher.checksTitles(in: asked) && !row.isNull(9) {
            guard let found = try self.tier(of: row, upTo: asked, matcher, written), found <= asked else { return }
            tier = found
        }
        // Most rows come after the best one by their title, so nothing else of them is needed.
        let id = row.integer(0)
        let prominence = RecordClass(ofRow: id).prominence
        if best == 1, tier > .titlePrefix, let leader = found.leader?.order,
            row.withBytes(
                2,
                { folded in
                    let mayBeWhole = !row.isNull(9) || MatchedTitle.mayBeWhole(text, bytes: folded.count)
                    return leader.precedes(tier, prominence, foldedTitle: folded, mayBeWhole: mayBeWhole)
                })
        {
            return found.count(id, in: tier)
        }
        let title = MatchedTitle(
            row.text(10), folded: row.text(2), spelling: row.optionalText(4),
            alternatives: try StoredRecord.texts(row, 8), subtitle: row.optionalText(5), for: text, tier)
        found.add(
            Candidate(id: id, tier: tier, title: title, date: row.optionalText(3), key: row.text(1)))
    }

    /// The tier of a row; its titles usually determine it, and all other words take much longer to separate.
    private func tier(
        of row: borrowing PreparedStatement, upTo asked: MatchTier, _ matcher: TierMatcher, _ written: WrittenColumns
    ) throws -> MatchTier? {
        if let words = try written.words(row) { return matcher.tier(of: words) }
        let tier = matcher.tier(of: Self.words(row, ""))
        return tier == nil && !asked.isOfOneTitle ? matcher.tier(of: Self.words(row, row.text(7))) : tier
    }

    private static func words(_ row: borrowing PreparedStatement, _ marked: String) -> RecordWords {
        SearchableText.recordWords(
            title: row.text(2), alternate: row.optionalText(6), otherTitles: row.optionalText(9), words: marked)
    }
}
