import AggSearch
import AggSource
import AggStorage
import AggText

/// Completes titles, values, and words.
struct Completion {
    let schema: String
    let session: Session

    private struct Title {
        var text: String
        var folded: String
        var order: MatchOrder
    }

    /// Returns titles that start with a folded text, one for each folded form: the best known.
    func titles(startingWith start: String, in rows: [SourceRow], limit: Int) throws -> [String] {
        let parts = rows.compactMap { SearchedPart($0, schema, session) }
        var found: [Title] = []
        for part in parts { found += try titles(startingWith: start, in: part, limit: limit) }
        var seen: Set<String> = []
        return Array(
            found.sorted { $0.order < $1.order }.filter { seen.insert($0.folded).inserted }.prefix(limit).map(\.text))
    }

    private func titles(startingWith start: String, in part: SearchedPart, limit: Int) throws -> [Title] {
        let range = IndexedPrefix.range(beginningWith: start)
        var found: [Title] = []
        var distinct: Set<String> = []
        for rank in part.row.usedRanks where distinct.count < limit {
            let values: [Value] = [.integer(rank), .text(range.first), .text(range.last), Value(limit)]
            // Only the first row of each folded form, found by a loose index scan, no matter how many rows share it.
            try add(
                """
                WITH RECURSIVE step AS (
                    (SELECT place FROM \(part.table) WHERE rank = $1 AND place >= $2 AND place <= $3
                        ORDER BY place LIMIT 1)
                    UNION ALL
                    SELECT (SELECT t.place FROM \(part.table) t WHERE t.rank = $1 AND t.place > step.place AND t.place <= $3
                        ORDER BY t.place LIMIT 1)
                    FROM step WHERE step.place IS NOT NULL)
                SELECT r.title, coalesce(r.folded, r.place), r.date, r.key, r.rank
                FROM (SELECT place FROM step WHERE place IS NOT NULL LIMIT $4) s, LATERAL (
                    SELECT * FROM \(part.table) r WHERE r.rank = $1 AND r.place = s.place
                    ORDER BY r.date DESC NULLS LAST, r.key LIMIT CASE WHEN length(s.place) < 200 THEN 1 ELSE 100 END) r
                """, values, &found)
            try add(
                """
                SELECT r.title, coalesce(r.folded, r.place), r.date, r.key, r.rank FROM \(part.table) r
                WHERE r.rank = $1 AND r.alternate IS NOT NULL AND left(r.alternate, 200) >= $2
                    AND left(r.alternate, 200) <= $3
                ORDER BY r.place, r.date DESC NULLS LAST, r.key LIMIT $4 * 20 + 1000
                """, values, &found)
            if part.row.hasTitles {
                // Until the main title is complete, those that only continue it by two letters are left out.
                try add(
                    """
                    SELECT DISTINCT ON (t.place, t.folded) t.title, coalesce(t.folded, t.place), t.date, t.key, t.rank
                    FROM \(schema).other_title t
                    WHERE t.part = \(part.part) AND t.rank = $1 AND t.place >= $2 AND t.place <= $3 AND NOT EXISTS (
                        SELECT 1 FROM \(part.table) r WHERE left(r.key, 200) = left(t.key, 200) AND r.key = t.key
                            AND coalesce(r.folded, r.place) > $5
                            AND length(coalesce(t.folded, t.place)) = length(coalesce(r.folded, r.place)) + 3
                            AND starts_with(coalesce(t.folded, t.place), coalesce(r.folded, r.place) || ' '))
                    ORDER BY t.place, t.folded, t.date DESC NULLS LAST, t.key LIMIT $4
                    """, values + [.text(start)], &found)
            }
            distinct.formUnion(found.map(\.folded))
        }
        return found.filter { title in
            title.folded.utf8.starts(with: start.utf8)
                || Folding.alternate(of: title.text)?.utf8.starts(with: start.utf8) == true
        }
    }

    private func add(_ sql: String, _ values: [Value], _ found: inout [Title]) throws {
        try session.rows(sql, values).forEach { row in
            let folded = row.text(1)
            found.append(
                Title(
                    text: row.text(0), folded: folded,
                    order: MatchOrder(
                        tier: .titlePrefix, isFavorite: false, prominence: 7 - row.count(4),
                        title: MatchedTitle(folded: folded), date: row.optionalText(2).map(RecordDate.init(canonical:)),
                        key: row.text(3))))
        }
    }

    /// The maximum number of rows with a word outside of titles to count; the word table has only the words of titles.
    private static let mostCounted = 1_000

    /// Returns the number of rows that contain each of some words.
    func counts(of words: [String]) throws -> [String: Int] {
        var found: [String: Int] = [:]
        let marks = SearchableText.Place.allCases.map(\.mark)
        let marked = words.filter { word in marks.contains { word.hasPrefix($0) } }
        try session.rows(
            """
            SELECT word, sum(rows) FROM \(schema).word WHERE word = ANY($1::text[]) AND rows > 0 GROUP BY word
            UNION ALL SELECT w.word, (SELECT count(*) FROM
                (SELECT 1 FROM \(schema).record r WHERE r.lex @@ w.query::tsquery LIMIT \(Self.mostCounted)) found)
            FROM unnest($2::text[], $3::text[]) w(word, query)
            """, [.texts(words), .texts(marked), .texts(marked.map { WordQuery.word($0) })]
        ).forEach { row in
            if row.count(1) > 0 { found[row.text(0)] = row.count(1) }
        }
        return found
    }

    /// Returns words near the given one, with the number of rows that contain each.
    func words(near word: String) throws -> [String: Int] {
        let correction = SpellingCorrection(word: word)
        let places = correction.places
        var found: [String: Int] = [:]
        let ranges = places.starts.map { IndexedPrefix.range(beginningWith: $0) }
        try session.rows(
            """
            SELECT word, sum(rows) FROM (
                SELECT w.word, w.rows FROM unnest($1::text[], $2::text[]) s(first, last)
                    JOIN \(schema).word w ON w.word >= s.first AND w.word <= s.last
                UNION SELECT word, rows FROM \(schema).word WHERE word = ANY($3::text[])) w
            WHERE rows > 0 GROUP BY word
            """, [.texts(ranges.map(\.first)), .texts(ranges.map(\.last)), .texts(places.words)]
        ).forEach { row in
            let near = row.text(0)
            if correction.isNear(near) { found[near] = row.count(1) }
        }
        return found
    }

    /// The number of best-known rows to examine for values; up to twice as many that contain the typed word are added.
    private static let sample = 2_000

    /// Returns values of a text column that start with a text, or keys if the column is `key`.
    func values(of column: String, startingWith start: String, in rows: [SourceRow], limit: Int) throws -> [String] {
        let parts = rows.compactMap { SearchedPart($0, schema, session) }
        if column == "key" { return try keys(startingWith: start, in: parts, limit: limit) }
        var found: Set<String> = []
        var known = KnownFields()
        func add(_ row: Rows.Row) throws {
            if row.isNull(0) { return }
            switch try known.fields(row, 0).first(where: { $0.name == column })?.value {
            case .text(let text): found.insert(text)
            case .list(let items): found.formUnion(items)
            default: break
            }
        }
        for part in parts {
            try session.rows(
                "SELECT r.fields FROM \(part.table) r ORDER BY \(SearchedPart.order) LIMIT \(Self.sample)"
            ).forEach(add)
            guard let word = Folding.fold(start).split(separator: " ").first else { continue }
            let query = WordQuery.columnWords(beginningWith: String(word))
            // Equal fields count as one, so a common value doesn't hide the others.
            try session.rows(
                """
                SELECT DISTINCT fields FROM (SELECT fields FROM \(part.table) WHERE lex @@ $1::tsquery LIMIT 50000) f
                LIMIT \(Self.sample * 2)
                """, [.text(query)]
            ).forEach(add)
        }
        return ColumnValues.best(found, startingWith: start, limit: limit)
    }

    private func keys(startingWith start: String, in parts: [SearchedPart], limit: Int) throws -> [String] {
        let range = IndexedPrefix.range(beginningWith: start)
        var found: [String] = []
        for part in parts {
            try session.rows(
                """
                SELECT r.key FROM \(part.table) r WHERE left(r.key, 200) >= $1 AND left(r.key, 200) <= $2
                ORDER BY left(r.key, 200), r.key LIMIT $3
                """, [.text(range.first), .text(range.last), Value(limit)]
            ).forEach { found.append($0.text(0)) }
        }
        return Array(found.filter { $0.utf8.starts(with: start.utf8) }.prefix(limit))
    }
}
