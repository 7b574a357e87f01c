import AggSearch
import AggText
import GRDB

/// The tiers `exact` and `title-prefix`: ranges in the title indexes.
///
/// Rows whose spelling is their folded form, and the others, have an index each, both in answer order, so that only the
/// first rows of a few ranges are ever read. Within a class, only rows spelled as typed come before the others; they
/// are read first. Alternative titles have a separate index, which is read only in classes that have some.
extension SourceSearch {
    /// Adds the best rows of both tiers: enough to fill the answer, or all of them.
    mutating func addTitleMatches() throws {
        for recordClass in source.classes {
            let isFull = found.count(upTo: .titlePrefix) >= needed
            for form in text.forms {
                let exact = TextRange(form.text, form.text)
                if isFull || !form.isOpen { try addTitles(recordClass, exact, of: form) }
                // If the form is open, the range of the prefix starts with the rows of the whole title.
                if !isFull { try addTitles(recordClass, form.prefixRange, of: form) }
            }
        }
    }

    private mutating func addTitles(_ recordClass: RecordClass, _ range: TextRange, of form: SearchText.Form) throws {
        let plain = try addPlainTitles(recordClass, range, of: form)
        let spelled = try addMarkedTitles(recordClass, range, of: form, spelledAsTyped: true)
        // Except for whole titles, the other rows of this class come after those spelled as typed.
        let others = plain + spelled < needed ? range : TextRange(form.text, form.text)
        _ = try addMarkedTitles(recordClass, others, of: form, spelledAsTyped: false)
        if form.mayBeAlternate { try addAlternateTitles(recordClass, range, of: form) }
        if source.hasAlternativeTitles(recordClass) { try addAlternativeTitles(recordClass, range, of: form) }
    }

    /// Adds rows whose spelling is their folded form; returns the number spelled as typed.
    private mutating func addPlainTitles(
        _ recordClass: RecordClass, _ range: TextRange, of form: SearchText.Form
    ) throws -> Int {
        // A title without a separate spelling has no accents.
        if form.written != nil { return 0 }
        var spelledAsTyped = 0
        var read = TitleRows()
        try db.forEachRow(
            """
            SELECT id, key, folded, date FROM record INDEXED BY record_plain
            WHERE class = ?1 AND folded BETWEEN ?2 AND ?3 AND spelling IS NULL\(condition.sql)
            ORDER BY folded, date DESC, key LIMIT ?4
            """, values(recordClass, range), condition
        ) { row in
            let isExactSpelling = row.withBytes(2) { $0.starts(with: text.spelling.utf8) }
            if isExactSpelling { spelledAsTyped += 1 }
            add(row, form, isExactSpelling: isExactSpelling, &read)
            return true
        }
        return spelledAsTyped
    }

    /// Adds rows with a separate spelling; returns their number.
    private mutating func addMarkedTitles(
        _ recordClass: RecordClass, _ range: TextRange, of form: SearchText.Form, spelledAsTyped: Bool
    ) throws -> Int {
        var count = 0
        var read = TitleRows()
        let typed = TextRange(beginningWith: text.spelling)
        let condition = condition.and(titleBeginsWith: form)
        try db.forEachRow(
            """
            SELECT id, key, folded, date FROM record INDEXED BY record_marked
            WHERE class = ?1 AND folded BETWEEN ?2 AND ?3 AND spelling IS NOT NULL
                AND spelling \(spelledAsTyped ? "" : "NOT ")BETWEEN ?5 AND ?6\(condition.sql)
            ORDER BY folded, date DESC, key LIMIT ?4
            """, values(recordClass, range) + [.text(typed.first), .text(typed.last)], condition
        ) { row in
            count += 1
            add(row, form, isExactSpelling: spelledAsTyped, &read)
            return true
        }
        return count
    }

    /// Adds rows found only by the expanded ä, ö, ü, or å: few, since the query must contain the whole pair.
    private mutating func addAlternateTitles(
        _ recordClass: RecordClass, _ range: TextRange, of form: SearchText.Form
    ) throws {
        let condition = condition.and(titleBeginsWith: form)
        try db.forEachRow(
            """
            SELECT id, key, folded, date, spelling, alternate FROM record INDEXED BY record_alternate
            WHERE class = ?1 AND alternate BETWEEN ?2 AND ?3 AND alternate IS NOT NULL
                AND (folded NOT BETWEEN ?2 AND ?3 OR alternate = ?5)\(condition.sql)
            ORDER BY folded, date DESC, key LIMIT ?4
            """, values(recordClass, range) + [.text(form.text)], condition
        ) { row in
            let title = row.optionalText(4) ?? row.text(2)
            add(row, form, alternate: row.text(5), isExactSpelling: title.begins(with: text.spelling))
            return true
        }
    }

    /// Adds rows found by alternative titles, until there are enough different ones.
    ///
    /// Those spelled as typed come first but can be anywhere in the range, so the typed form is read until there are
    /// enough of them. No other form finds such a row that the typed form does not.
    private mutating func addAlternativeTitles(
        _ recordClass: RecordClass, _ range: TextRange, of form: SearchText.Form
    ) throws {
        let condition = condition.and(titleBeginsWith: form, in: "record_title")
        let join = condition.sql.isEmpty ? "" : " CROSS JOIN record ON record.id = record_title.record"
        let isTyped = form == text.forms.first
        var ids: Set<Int64> = []
        try db.forEachRow(
            """
            SELECT record_title.record, record_title.key, record_title.folded, record_title.date, record_title.spelling
            FROM record_title INDEXED BY record_title_folded\(join)
            WHERE record_title.class = ?1 AND record_title.folded BETWEEN ?2 AND ?3\(condition.sql)
            ORDER BY record_title.folded, record_title.date DESC, record_title.key
            """, Array(values(recordClass, range).prefix(3)), condition
        ) { row in
            let isExactSpelling = (row.optionalText(4) ?? row.text(2)).begins(with: text.spelling)
            add(row, form, isExactSpelling: isExactSpelling)
            if isExactSpelling || !isTyped { ids.insert(row.integer(0)) }
            return ids.count < needed
        }
    }

    /// Adds a row, or only counts it if enough rows of the same statement come before it: they are in answer order,
    /// apart from their tier and spelling.
    private mutating func add(
        _ row: borrowing PreparedStatement, _ form: SearchText.Form, isExactSpelling: Bool, _ read: inout TitleRows
    ) {
        let tier = row.withBytes(2) { $0.elementsEqual(form.text.utf8) } ? MatchTier.exact : .titlePrefix
        if read.count(tier, isExactSpelling) > best {
            found.count(row.integer(0), in: tier)
        } else {
            add(row, form, isExactSpelling: isExactSpelling)
        }
    }

    private mutating func add(
        _ row: borrowing PreparedStatement, _ form: SearchText.Form, alternate: String? = nil, isExactSpelling: Bool
    ) {
        let folded = row.text(2)
        let isWhole = folded == form.text || alternate == form.text
        found.add(
            Candidate(
                id: row.integer(0), tier: isWhole ? .exact : .titlePrefix,
                title: MatchedTitle(folded: folded, fit: form.fit(isExactSpelling: isExactSpelling)),
                date: row.optionalText(3), key: row.text(1)))
    }

    private func values(_ recordClass: RecordClass, _ range: TextRange) -> [SQLValue] {
        [.integer(recordClass.number), .text(range.first), .text(range.last), SQLValue(needed)]
    }
}

/// The numbers of rows that a statement has returned, by tier and spelling.
private struct TitleRows {
    private var counts = SIMD4<Int>()

    /// Counts a row, and returns the number of rows like it so far.
    mutating func count(_ tier: MatchTier, _ isExactSpelling: Bool) -> Int {
        let kind = (tier == .exact ? 2 : 0) + (isExactSpelling ? 1 : 0)
        counts[kind] += 1
        return counts[kind]
    }
}

/// The texts between two others, inclusive.
struct TextRange {
    let first: String
    let last: String

    init(_ first: String, _ last: String) {
        self.first = first
        self.last = last
    }

    /// All texts with a prefix: U+10FFFF is not a character, and nothing sorts after it.
    init(beginningWith start: String) {
        self.init(start, start + "\u{10FFFF}")
    }
}

extension SearchText.Form {
    /// The titles that start with the form and continue; includes the form itself if its last word may be a prefix.
    var prefixRange: TextRange { TextRange(beginningWith: start) }

    /// Whether ä, ö, ü, or å may be expanded in the text.
    var mayBeAlternate: Bool { text.mayBeAlternate }
}

extension String {
    /// Whether a folded text contains one of the pairs used for ä, ö, ü, and å.
    var mayBeAlternate: Bool {
        var before: UInt8 = 0
        for byte in utf8 {
            switch (before, byte) {
            case (UInt8(ascii: "a"), UInt8(ascii: "e")), (UInt8(ascii: "o"), UInt8(ascii: "e")),
                (UInt8(ascii: "u"), UInt8(ascii: "e")), (UInt8(ascii: "a"), UInt8(ascii: "a")):
                return true
            default: before = byte
            }
        }
        return false
    }
}
