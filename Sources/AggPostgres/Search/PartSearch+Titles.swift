import AggSearch
import AggSource
import AggStorage

/// The tiers `exact` and `title-prefix`, which are ranges of titles.
extension PartSearch {
    /// The ranges of folded titles that start with each form of the text.
    var titleRanges: [(String, String)] {
        text.forms.map { form in
            // A closed form is a whole title or is followed by a space.
            form.isOpen
                ? IndexedPrefix.range(beginningWith: form.text)
                : (form.text, IndexedPrefix.range(beginningWith: form.start).last)
        }
    }

    private var titleValues: [Value] {
        let ranges = titleRanges
        return [.integers(part.row.usedRanks), .texts(ranges.map(\.0)), .texts(ranges.map(\.1))]
    }

    /// Adds the first rows of the tiers `exact` and `title-prefix`.
    ///
    /// If the text has one form, these are the rows with exactly this title and the first rows of the best ranks, with some
    /// room for those that are not spelled as typed.
    func addFirstTitles() throws {
        let condition = ConditionSQL(asked, from: 5)
        let room = text.forms.count == 1 ? needed + needed / 2 : needed
        try part.session.postpone(
            titleStatement(condition, isShort: text.forms.count == 1), titleValues + [Value(room)] + condition.values
        ) { [self] rows in
            firstTitles.room = room
            try rows.forEach { row in
                try add(row, condition)
                firstTitles.add(row.count(16), candidate(row), needed)
            }
        }
    }

    /// Whether the first titles include the best ones.
    var hasEnoughTitles: Bool {
        text.forms.count == 1 ? firstTitles.areEnough(needed) : !firstTitles.isFull
    }

    /// Adds the best rows of the tiers `exact` and `title-prefix`.
    ///
    /// The first rows of each rank are read in order. If there are more, the first of those spelled as typed are read too,
    /// since they come before the others. If the server can't evaluate the condition exactly, more rows are read until enough
    /// meet it.
    func addTitles() throws {
        var room = needed
        while true {
            let before = count
            guard try addTitles(titleValues, room: room), room < 1 << 20 else { break }
            room *= count == before ? 16 : 4
        }
    }

    /// Adds the first rows of each rank; returns whether any rank may have more, and too few of those read match.
    private func addTitles(_ values: [Value], room: Int) throws -> Bool {
        let condition = ConditionSQL(asked, from: 5)
        var (read, met): ([Int: Int], [Int: Int]) = ([:], [:])
        func note(_ row: Rows.Row, _ isMet: Bool) {
            read[row.count(16), default: 0] += 1
            if isMet { met[row.count(16), default: 0] += 1 }
        }
        let values = values + [Value(room)]
        try part.session.rows(titleStatement(condition), values + condition.values).forEach { row in
            try add(row, condition)
            note(row, candidate(row) != nil)
        }
        guard read.values.contains(where: { $0 >= room }) else { return false }
        let typed = IndexedPrefix.range(beginningWith: text.spelling)
        let other = ConditionSQL(asked, from: 7)
        try part.session.rows(
            typedStatement(other), values + [.text(typed.first), .text(typed.last)] + other.values
        ).forEach { row in
            try add(row, other)
            note(row, candidate(row) != nil)
        }
        return read.contains { $0.value >= room && met[$0.key, default: 0] < needed }
    }

    private static let lists =
        "unnest($1::smallint[]) k(rank), unnest($2::text[], $3::text[]) WITH ORDINALITY w(first, last, n)"
    private static let order = "ORDER BY r.place, r.date DESC NULLS LAST, r.key"

    private func range(_ condition: ConditionSQL) -> String {
        "r.rank = k.rank AND r.place >= w.first AND r.place <= w.last\(condition.and)"
    }

    /// Returns the statement for the first rows of each rank and range, and those found by expanded or other titles.
    ///
    /// If it is short, the ranges end with the rank in which enough rows have been found.
    private func titleStatement(_ condition: ConditionSQL, isShort: Bool = false) -> String {
        let columns = StoredRow.searched
        var parts = [
            """
            SELECT \(columns), k.rank * 100 + w.n FROM \(Self.lists), LATERAL (
                SELECT * FROM \(part.table) r WHERE \(range(condition)) \(Self.order) LIMIT $4) r\(isShort ? " LIMIT $4" : "")
            """
        ]
        if isShort {
            parts.append(
                """
                SELECT \(columns), \(FirstTitles.exact) + k.rank FROM \(Self.lists), LATERAL (
                    SELECT * FROM \(part.table) r WHERE r.rank = k.rank AND r.place = left(w.first, 200)\(condition.and)
                    \(Self.order) LIMIT $4) r
                """)
        }
        if text.forms.contains(where: \.mayBeAlternate) {
            parts.append(
                """
                SELECT \(columns), 10000 + k.rank * 100 + w.n FROM \(Self.lists), LATERAL (
                    SELECT * FROM \(part.table) r
                    WHERE r.rank = k.rank AND r.alternate IS NOT NULL AND left(r.alternate, 200) >= w.first
                        AND left(r.alternate, 200) <= w.last\(condition.and) \(Self.order) LIMIT $4) r
                """)
        }
        if part.row.hasTitles { parts.append(otherTitles(condition, "", from: 20_000)) }
        return parts.map { "(\($0))" }.joined(separator: " UNION ALL ")
    }

    /// Returns the statement for the first rows of each rank and range that are spelled as typed.
    private func typedStatement(_ condition: ConditionSQL) -> String {
        // The rows are sorted before they are compared, so the server reads no more of them than it needs.
        let own = """
            SELECT \(StoredRow.searched), 30000 + k.rank * 100 + w.n FROM \(Self.lists), LATERAL (
                SELECT * FROM (SELECT * FROM \(part.table) r WHERE \(range(condition)) \(Self.order) OFFSET 0) r
                WHERE coalesce(r.spelling, r.place) >= $5 AND coalesce(r.spelling, r.place) <= $6 LIMIT $4) r
            """
        guard part.row.hasTitles else { return own }
        let spelled = " AND coalesce(t.spelling, t.place) >= $5 AND coalesce(t.spelling, t.place) <= $6"
        return "(\(own)) UNION ALL (\(otherTitles(condition, spelled, from: 40_000)))"
    }

    /// Returns the statement for rows with another title in a range, each found by its first such title.
    private func otherTitles(_ condition: ConditionSQL, _ spelled: String, from number: Int) -> String {
        let titles = """
            SELECT DISTINCT ON (t.key) t.* FROM \(part.schema).other_title t
            WHERE t.part = \(part.part) AND t.rank = k.rank AND t.place >= w.first AND t.place <= w.last\(spelled)
            ORDER BY t.key, t.place
            """
        let (row, order) = (
            "\(part.table) r ON left(r.key, 200) = left(t.key, 200) AND r.key = t.key",
            "ORDER BY t.place, t.date DESC NULLS LAST, t.key LIMIT $4"
        )
        let columns = "SELECT \(StoredRow.searched), \(number) + k.rank * 100 + w.n FROM \(Self.lists), LATERAL"
        // Rows that don't meet the condition must not take the place of others.
        if condition.sql != nil {
            return "\(columns) (SELECT r.* FROM (\(titles)) t JOIN \(row) \(condition.whereClause) \(order)) r"
        }
        return "\(columns) (SELECT * FROM (\(titles)) t \(order)) t JOIN \(row)"
    }
}

/// The first titles read by a search.
struct FirstTitles {
    /// The number of the first group of rows with exactly the title.
    static let exact = 50_000

    /// The maximum number of rows in a group.
    var room = 0
    /// The number of rows in each group, of those that match, and of those also spelled as typed.
    private var groups: [Int: (read: Int, met: Int, typed: Int)] = [:]
    /// The rank of the last row in the range of titles.
    private var lastRank = 0
    private var isOrdered = true
    /// Whether the rows in the range of the first form are enough, so the server did not look for words.
    private(set) var areMany = false

    /// Adds a row of a group; `match` is nil if it doesn't match.
    mutating func add(_ group: Int, _ match: Candidate?, _ needed: Int) {
        var counts = groups[group] ?? (0, 0, 0)
        counts.read += 1
        if let match, match.tier <= .titlePrefix {
            counts.met += 1
            if match.isExactSpelling { counts.typed += 1 }
        }
        groups[group] = counts
        guard group < 10_000 else { return }
        if group / 100 < lastRank { isOrdered = false }
        lastRank = group / 100
        areMany = groups.reduce(0) { $0 + ($1.key < 10_000 && $1.key % 100 == 1 ? $1.value.read : 0) } >= needed
    }

    /// Whether any group may have more rows.
    var isFull: Bool { groups.contains { $0.value.read >= room } }

    /// Whether the best rows are among those read, although the range of titles may have more.
    ///
    /// These come after the matching rows of better ranks and after those of the last rank that are spelled as typed.
    func areEnough(_ needed: Int) -> Bool {
        var read = 0
        var best = 0
        for (group, counts) in groups {
            if group >= 10_000 {
                if counts.read >= room { return false }
            } else {
                read += counts.read
                best += group / 100 < lastRank ? counts.met : counts.typed
            }
        }
        return read < room || isOrdered && best >= needed
    }
}

extension SearchText.Form {
    /// Whether ä, ö, ü, or å may be expanded in the text.
    fileprivate var mayBeAlternate: Bool { ["ae", "oe", "ue", "aa"].contains { text.contains($0) } }
}
