import AggSearch
import AggSource
import GRDB

/// Completes titles that start with a text: for each folded form, the first in answer order.
struct TitleCompletion {
    let db: Database
    /// The folded text.
    let start: String

    private struct Title {
        var text: String
        var folded: String
        var date: String?
        var key: String
        var prominence: Int

        var order: MatchOrder {
            MatchOrder(
                tier: .titlePrefix, isFavorite: false, prominence: prominence, title: MatchedTitle(folded: folded),
                date: date.map(RecordDate.init(canonical:)), key: key)
        }
    }

    /// The best titles of the sources.
    func titles(of sources: [SearchedSource], limit: Int) throws -> [String] {
        let found = try sources.flatMap { source in
            var ofSource: [Title] = []
            for recordClass in source.classes where Self.distinct(ofSource).count < limit {
                ofSource += try titles(recordClass, limit)
                if source.hasAlternativeTitles(recordClass) { ofSource += try alternativeTitles(recordClass, limit) }
            }
            return ofSource
        }
        return Array(Self.distinct(found.sorted { $0.order < $1.order }).prefix(limit).map(\.text))
    }

    /// The first title of each folded form.
    private static func distinct(_ titles: [Title]) -> [Title] {
        var seen: Set<String> = []
        return titles.filter { seen.insert($0.folded).inserted }
    }

    private func titles(_ recordClass: RecordClass, _ limit: Int) throws -> [Title] {
        var found = try titles(recordClass, limit, "record INDEXED BY record_plain", "spelling IS NULL")
        found += try titles(recordClass, limit, "record INDEXED BY record_marked", "spelling IS NOT NULL")
        if start.mayBeAlternate { found += try alternates(recordClass, limit) }
        return found
    }

    /// The alternative titles; until the title of a record is complete, those that only continue it by two letters, such
    /// as “San Jose, CA”, are left out.
    ///
    /// The last text of the range is one letter longer than the typed one.
    private func alternativeTitles(_ recordClass: RecordClass, _ limit: Int) throws -> [Title] {
        try titles(
            recordClass, limit, "record_title INDEXED BY record_title_folded",
            """
            NOT EXISTS (
                SELECT 1 FROM record AS own WHERE own.id = record_title.record AND length(own.folded) >= length(?3)
                    AND length(record_title.folded) = length(own.folded) + 3
                    AND substr(record_title.folded, 1, length(own.folded) + 1) = own.folded || ' ')
            """)
    }

    /// Steps from one folded form to the next, however many rows share one.
    private func titles(_ recordClass: RecordClass, _ limit: Int, _ rows: String, _ half: String) throws -> [Title] {
        var found: [Title] = []
        var range = TextRange(beginningWith: start)
        var comparison = ">="
        while found.count < limit {
            var next: Title?
            try db.forEachRow(
                """
                SELECT title, folded, date, key FROM \(rows)
                WHERE class = ?1 AND folded \(comparison) ?2 AND folded <= ?3 AND \(half)
                ORDER BY folded, date DESC, key LIMIT 1
                """, [.integer(recordClass.number), .text(range.first), .text(range.last)]
            ) { row in
                next = title(row, recordClass)
                return false
            }
            guard let next else { break }
            found.append(next)
            range = TextRange(next.folded, range.last)
            comparison = ">"
        }
        return found
    }

    private func alternates(_ recordClass: RecordClass, _ limit: Int) throws -> [Title] {
        var found: [Title] = []
        let range = TextRange(beginningWith: start)
        try db.forEachRow(
            """
            SELECT title, folded, date, key FROM record INDEXED BY record_alternate
            WHERE class = ?1 AND alternate BETWEEN ?2 AND ?3 AND alternate IS NOT NULL
                AND folded NOT BETWEEN ?2 AND ?3
            ORDER BY folded, date DESC, key
            """, [.integer(recordClass.number), .text(range.first), .text(range.last)]
        ) { row in
            if found.last?.folded != row.text(1) { found.append(title(row, recordClass)) }
            return found.count < limit
        }
        return found
    }

    private func title(_ row: borrowing PreparedStatement, _ recordClass: RecordClass) -> Title {
        Title(
            text: row.text(0), folded: row.text(1), date: row.optionalText(2), key: row.text(3),
            prominence: recordClass.prominence)
    }
}
