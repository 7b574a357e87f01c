import AggSearch
import AggSource
import AggStorage

/// A table of a source's rows, as a search reads it.
struct SearchedPart {
    let schema: String
    let session: Session
    let row: SourceRow
    let table: String
    let part: Int64

    /// Creates a table for searching; nil if the source has none yet.
    init?(_ row: SourceRow?, _ schema: String, _ session: Session) {
        guard let row, let part = row.part, let table = row.table(schema) else { return nil }
        self.schema = schema
        self.session = session
        self.row = row
        self.part = part
        self.table = table
    }

    /// The order of rows before their spelling is compared.
    static let order = "r.rank, r.place, r.date DESC NULLS LAST, r.key"
}

/// A row found by a search, with its position in the results.
struct Candidate {
    let record: Record
    let tier: MatchTier
    let isFavorite: Bool
    /// Whether it is spelled as typed.
    let isExactSpelling: Bool
    let order: MatchOrder

    init(
        _ record: Record, _ tier: MatchTier, isFavorite: Bool, folded: String, spelling: String?, for text: SearchText
    ) {
        self.record = record
        self.tier = tier
        self.isFavorite = isFavorite
        let title = MatchedTitle(
            record.title, folded: folded, spelling: spelling, alternatives: record.alternativeTitles,
            subtitle: record.subtitle, for: text, tier)
        isExactSpelling = title.fit == .exact
        order = MatchOrder(
            tier: tier, isFavorite: isFavorite, prominence: record.prominence, title: title,
            date: record.date, key: record.key)
    }
}

/// A search of one source: first the title tiers, then the word tiers until there are enough rows.
///
/// The server finds rows that may be among the best; the selection and order of the best is the same code for all stores.
/// `begin` adds statements to the next message to the server, whose rows are usually all that is needed.
final class PartSearch {
    let part: SearchedPart
    let text: SearchText
    let limit: Int
    let favorites: Set<RecordAddress>
    let asked: RecordCondition
    let matcher: TierMatcher
    /// The first titles read.
    var firstTitles = FirstTitles()
    private var found: [RecordAddress: Candidate] = [:]
    private var known = KnownFields()
    /// Whether all matching rows have been found.
    var hasFoundAll = false

    init(
        part: SearchedPart, text: SearchText, where asked: RecordCondition, favorites: Set<RecordAddress>, limit: Int
    ) {
        self.part = part
        self.text = text
        self.asked = asked
        self.favorites = favorites
        self.limit = limit
        matcher = TierMatcher(text)
    }

    /// One more than the limit, to detect whether there are more.
    var needed: Int { limit + 1 }

    /// Sends the statements whose rows are usually all that is needed, together with the next ones.
    func begin() throws {
        try addFavorites()
        try addFirstTitles()
        try addFewWords()
    }

    /// Ends the search after the rows of the first statements have arrived.
    func matches() throws -> SourceMatches {
        if !hasEnoughTitles { try addTitles() }
        if needsWords { try addWords() }
        return try answer()
    }

    /// Whether the rows of the first statements are not enough.
    var needsMore: Bool { !hasEnoughTitles || needsWords }

    private var needsWords: Bool { count(upTo: .titlePrefix) < needed && !hasFoundAll }

    /// Examines all rows that meet the condition and contain the words, and sorts them by `order` or by rank.
    func allMatches(in order: RecordOrder?) throws -> SourceMatches {
        let query = WordQuery(text.forms, .anywhere)
        let condition = ConditionSQL(asked, from: 1)
        var total = 0
        try part.session.forEach(
            "SELECT \(StoredRow.searched) FROM \(part.table) r WHERE r.lex @@ \(query.literal)\(condition.and)",
            condition.values, isPrepared: false
        ) { row in
            let before = found.count
            try add(row, condition)
            total += found.count - before
            // If there are many rows, those that can't be among the results are dropped from time to time.
            if let order, found.count > 4 * max(limit, 1_000) {
                found = Dictionary(try first(in: order).map { (address($0.record.key), $0) }, uniquingKeysWith: { $1 })
            }
        }
        hasFoundAll = true
        guard let order else { return try answer() }
        return SourceMatches(
            matches: try first(in: order).map(\.match), isTruncated: total > limit, total: total)
    }

    /// Returns the first rows found in an order.
    private func first(in order: RecordOrder) throws -> ArraySlice<Candidate> {
        try found.values.sorted { first, second in
            try Task.checkCancellation()
            return order.precedes(first.record, second.record)
        }.prefix(limit)
    }

    private func answer() throws -> SourceMatches {
        let candidates = Array(found.values)
        let ordered = try candidates.indices.sorted { first, second in
            try Task.checkCancellation()
            return candidates[first].order < candidates[second].order
        }
        return SourceMatches(
            matches: ordered.prefix(limit).map { candidates[$0].match }, isTruncated: ordered.count > limit,
            total: hasFoundAll ? ordered.count : nil)
    }

    /// The number of rows found.
    var count: Int { found.count }

    func count(upTo tier: MatchTier) -> Int { found.values.count { $0.tier <= tier } }

    /// Returns the row found that is also in `row`; nil if it doesn't match.
    func candidate(_ row: Rows.Row) -> Candidate? { found[address(row.text(0))] }

    private func address(_ key: String) -> RecordAddress { RecordAddress(source: part.row.id, key: key) }

    /// Adds a row that starts with `StoredRow.searched` if it matches.
    ///
    /// If a tier is given, the index found the row in it, and in no better one.
    func add(_ row: Rows.Row, _ condition: ConditionSQL, knownTier: MatchTier? = nil) throws {
        let address = address(row.text(0))
        if found[address] != nil { return }
        let record = try StoredRow.record(row, &known)
        guard condition.isMet(by: record, row), let tier = tier(of: record, row, knownTier) else { return }
        found[address] = Candidate(
            record, tier, isFavorite: favorites.contains(address), folded: row.text(11), spelling: row.optionalText(12),
            for: text)
    }

    /// Returns the tier of a row, determined only from its titles if possible; nil if it isn't in the tier in which the
    /// index found it.
    private func tier(of record: Record, _ row: Rows.Row, _ known: MatchTier?) -> MatchTier? {
        if let known {
            guard matcher.checksTitles(in: known), !row.isNull(15) else { return known }
            return matcher.tier(of: StoredRow.words(row)).flatMap { $0 <= known ? $0 : nil }
        }
        if matcher.needsMarks { return matcher.tier(of: RecordWords(written: record)) }
        let titles = RecordWords(
            title: row.text(11), alternate: row.optionalText(13),
            alternativeTitles: StoredRow.otherTitles(row), subtitle: "", other: "")
        return matcher.tier(of: titles) ?? matcher.tier(of: StoredRow.words(row))
    }

    /// Adds matching favorites, which come first in their tier and are few.
    private func addFavorites() throws {
        if favorites.isEmpty { return }
        let list = favorites.map(\.key)
        let condition = ConditionSQL(asked, from: 3)
        let query = WordQuery(text.forms, .anywhere)
        try part.session.postpone(
            """
            SELECT \(StoredRow.searched) FROM \(part.table) r
            WHERE \(StoredRow.isAny(of: "$1")) AND r.lex @@ $2::tsquery\(condition.and)
            """, [.texts(list), .text(query.text)] + condition.values
        ) { [self] rows in try rows.forEach { try add($0, condition) } }
    }
}

extension Candidate {
    var match: SearchMatch { SearchMatch(record: record, tier: tier, isFavorite: isFavorite) }
}
