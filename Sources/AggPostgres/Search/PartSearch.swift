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

    /// Nil if the source has no table yet.
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

/// A row found by a search, with its position in the answer.
struct Candidate {
    let record: Record
    let tier: MatchTier
    let isFavorite: Bool
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
        order = MatchOrder(
            tier: tier, isFavorite: isFavorite, prominence: record.prominence, isExactSpelling: title.isExactSpelling,
            foldedTitle: title.folded, date: record.date, key: record.key)
    }
}

/// A search of one source: first the title tiers, then the word tiers while there is room.
///
/// The server finds rows that may be among the best; which they are, and in what order, is decided here as for every
/// store.
struct PartSearch {
    let part: SearchedPart
    let text: SearchText
    let limit: Int
    let favorites: Set<String>
    private let asked: RecordCondition
    private let matcher: TierMatcher
    private var found: [String: Candidate] = [:]
    private var known = KnownFields()
    /// Whether all matching rows have been found.
    private var hasFoundAll = false

    init(part: SearchedPart, text: SearchText, where asked: RecordCondition, favorites: Set<String>, limit: Int) {
        self.part = part
        self.text = text
        self.asked = asked
        self.favorites = favorites
        self.limit = limit
        matcher = TierMatcher(text)
    }

    /// One more than the limit, to know whether there are more.
    private var needed: Int { limit + 1 }

    /// Runs the search.
    mutating func matches() throws -> SourceMatches {
        try addFavorites()
        try addTitles()
        if count(upTo: .titlePrefix) < needed { try addWords() }
        return answer()
    }

    /// Examines all rows that meet the condition and contain the words, in a requested order or by rank.
    mutating func allMatches(in order: RecordOrder?) throws -> SourceMatches {
        let query = WordQuery(text.forms, .anywhere)
        let condition = ConditionSQL(asked, from: 1)
        try part.session.forEach(
            "SELECT \(StoredRow.searched) FROM \(part.table) r WHERE r.lex @@ \(query.literal)\(condition.and)",
            condition.values, isPrepared: false
        ) { row in try add(row, condition) }
        hasFoundAll = true
        guard let order else { return answer() }
        let matches = found.values.sorted { order.precedes($0.record, $1.record) }
        return SourceMatches(
            matches: matches.prefix(limit).map(\.match), isTruncated: matches.count > limit, total: matches.count)
    }

    private func answer() -> SourceMatches {
        let candidates = Array(found.values)
        let ordered = candidates.indices.sorted { candidates[$0].order < candidates[$1].order }
        return SourceMatches(
            matches: ordered.prefix(limit).map { candidates[$0].match }, isTruncated: ordered.count > limit,
            total: hasFoundAll ? ordered.count : nil)
    }

    private func count(upTo tier: MatchTier) -> Int { found.values.count { $0.tier <= tier } }

    /// Adds a row that starts with `StoredRow.searched`, if it matches at all.
    ///
    /// Given a tier, the row is known to match in it, and was looked for in all better ones.
    private mutating func add(_ row: Rows.Row, _ condition: ConditionSQL, knownTier: MatchTier? = nil) throws {
        let key = row.text(0)
        if found[key] != nil { return }
        let record = try StoredRow.record(row, &known)
        guard condition.isMet(by: record, row), let tier = knownTier ?? tier(of: record, row) else { return }
        found[key] = Candidate(
            record, tier, isFavorite: favorites.contains(key), folded: row.text(11), spelling: row.optionalText(12),
            for: text)
    }

    /// The tier of a row, decided by its titles alone if that is possible.
    private func tier(of record: Record, _ row: Rows.Row) -> MatchTier? {
        if matcher.needsMarks { return matcher.tier(of: RecordWords(written: record)) }
        let titles = RecordWords(
            title: row.text(11), alternate: row.optionalText(13),
            alternativeTitles: row.isNull(15) ? [] : StoredRow.words(row).alternativeTitles, subtitle: "", other: "")
        return matcher.tier(of: titles) ?? matcher.tier(of: StoredRow.words(row))
    }

    /// Adds matching favorites: they come first in their tier and are few.
    private mutating func addFavorites() throws {
        if favorites.isEmpty { return }
        let list = favorites.sorted()
        let condition = ConditionSQL(asked, from: 4)
        let query = WordQuery(text.forms, .anywhere)
        try part.session.rows(
            """
            SELECT \(StoredRow.searched) FROM \(part.table) r
            WHERE left(r.key, 200) = ANY($1::text[]) AND r.key = ANY($2::text[]) AND r.lex @@ $3::tsquery\(condition.and)
            """, [.texts(list.map(Place.beginning)), .texts(list), .text(query.text)] + condition.values
        ).forEach { try add($0, condition) }
    }
}

extension PartSearch {
    /// Adds the best rows of the tiers `exact` and `title-prefix`.
    ///
    /// Of each rank, the first rows are read in order. If there are more, those that are spelled as typed come before the
    /// others, so the first of these are read too. If the condition is not decided by the server, further rows are read
    /// until enough meet it.
    private mutating func addTitles() throws {
        let ranges = text.forms.map { form in
            // A closed form is a whole title or goes on with a space.
            form.isOpen
                ? Place.range(beginningWith: form.text) : (form.text, Place.range(beginningWith: form.start).last)
        }
        let values: [Value] = [
            .integers(part.row.usedRanks), .texts(ranges.map(\.0)), .texts(ranges.map(\.1)),
        ]
        var room = needed
        while true {
            let before = found.count
            let isCut = try addTitles(values, room: room)
            let mayLack = !ConditionSQL(asked, from: 1).isExact || matcher.needsMarks
            guard mayLack, isCut, count(upTo: .titlePrefix) < needed, room < 1 << 20 else { break }
            room *= found.count == before ? 16 : 4
        }
    }

    /// Adds the first rows of each rank; returns whether there may be more.
    private mutating func addTitles(_ values: [Value], room: Int) throws -> Bool {
        let condition = ConditionSQL(asked, from: 5)
        var read: [Int: Int] = [:]
        let values = values + [Value(room)]
        try part.session.rows(titleStatement(condition), values + condition.values).forEach { row in
            read[row.count(16), default: 0] += 1
            try add(row, condition)
        }
        guard read.values.contains(where: { $0 >= room }) else { return false }
        let typed = Place.range(beginningWith: text.spelling)
        let other = ConditionSQL(asked, from: 7)
        try part.session.rows(
            typedStatement(other), values + [.text(typed.first), .text(typed.last)] + other.values
        ).forEach { try add($0, other) }
        return true
    }

    private static let lists =
        "unnest($1::smallint[]) k(rank), unnest($2::text[], $3::text[]) WITH ORDINALITY w(first, last, n)"
    private static let order = "ORDER BY r.place, r.date DESC NULLS LAST, r.key"

    private func range(_ condition: ConditionSQL) -> String {
        "r.rank = k.rank AND r.place >= w.first AND r.place <= w.last\(condition.and)"
    }

    /// The first rows of each rank and range, and those found by expanded or other titles.
    private func titleStatement(_ condition: ConditionSQL) -> String {
        let columns = StoredRow.searched
        var parts = [
            """
            SELECT \(columns), k.rank * 100 + w.n FROM \(Self.lists), LATERAL (
                SELECT * FROM \(part.table) r WHERE \(range(condition)) \(Self.order) LIMIT $4) r
            """
        ]
        if text.forms.contains(where: \.mayBeAlternate) {
            parts.append(
                """
                SELECT \(columns), -1 FROM \(Self.lists), LATERAL (
                    SELECT * FROM \(part.table) r
                    WHERE r.rank = k.rank AND r.alternate IS NOT NULL AND left(r.alternate, 200) >= w.first
                        AND left(r.alternate, 200) <= w.last\(condition.and) \(Self.order) LIMIT $4) r
                """)
        }
        if part.row.hasTitles { parts.append(otherTitles(condition, "")) }
        return parts.map { "(\($0))" }.joined(separator: " UNION ALL ")
    }

    /// The first rows of each rank and range that are spelled as typed.
    private func typedStatement(_ condition: ConditionSQL) -> String {
        // The rows are sorted first, so that the server reads no more of them than it must.
        let own = """
            SELECT \(StoredRow.searched), 0 FROM \(Self.lists), LATERAL (
                SELECT * FROM (SELECT * FROM \(part.table) r WHERE \(range(condition)) \(Self.order) OFFSET 0) r
                WHERE coalesce(r.spelling, r.place) >= $5 AND coalesce(r.spelling, r.place) <= $6 LIMIT $4) r
            """
        guard part.row.hasTitles else { return own }
        let spelled = " AND coalesce(t.spelling, t.place) >= $5 AND coalesce(t.spelling, t.place) <= $6"
        return "(\(own)) UNION ALL (\(otherTitles(condition, spelled)))"
    }

    /// The rows whose other titles are in a range, each by its first.
    private func otherTitles(_ condition: ConditionSQL, _ spelled: String) -> String {
        """
        SELECT \(StoredRow.searched), -2 FROM \(Self.lists), LATERAL (
            SELECT * FROM (
                SELECT DISTINCT ON (t.key) t.* FROM \(part.schema).other_title t
                WHERE t.part = \(part.part) AND t.rank = k.rank AND t.place >= w.first AND t.place <= w.last\(spelled)
                ORDER BY t.key, t.place) t
            ORDER BY t.place, t.date DESC NULLS LAST, t.key LIMIT $4) t
            JOIN \(part.table) r ON left(r.key, 200) = left(t.key, 200) AND r.key = t.key
        \(condition.whereClause)
        """
    }

    /// Adds rows of the word tiers until the answer is full.
    ///
    /// The rows of all tiers together are often few: then they are read at once, in any order. Else each tier is asked for
    /// its first rows.
    private mutating func addWords() throws {
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

extension Candidate {
    var match: SearchMatch { SearchMatch(record: record, tier: tier, isFavorite: isFavorite) }
}

extension SearchText.Form {
    /// Whether ä, ö, ü, or å may be expanded in the text.
    fileprivate var mayBeAlternate: Bool { ["ae", "oe", "ue", "aa"].contains { text.contains($0) } }
}
