package import AggSearch
package import AggSource
package import AggStorage
import AggText
package import Foundation

/// A record store in memory that keeps all promises of the port in the simplest way.
///
/// It is the reference for searches of other stores: it checks every record with `TierMatcher` and sorts by
/// `MatchOrder`.
package actor InMemoryRecordStore: RecordStore {
    private var sources: [SourceID: Holding] = [:]

    /// The data of a source.
    struct Holding {
        var state: StoredSource
        /// Its rows, by key.
        var rows: [String: Row] = [:]
        /// The changes made by refreshes.
        var log = InMemoryChangeLog()
    }

    /// A record, its folded texts, and when it was last seen.
    struct Row {
        let record: Record
        let words: RecordWords
        var seen: Date?

        init(_ record: Record, unsearchable columns: Set<String>, seen: Date?) {
            self.record = record
            self.seen = seen
            words = RecordWords(record, unsearchable: columns)
        }
    }

    /// Creates an empty store.
    package init() {}

    /// The state of every source that has rows or a recorded failure.
    package func states() -> [SourceID: StoredSource] {
        sources.mapValues(\.state)
    }

    /// Opens an empty staging area for a source.
    package func stage(_ source: SourceID) -> any StagingArea {
        stage(source, unsearchable: [])
    }

    /// Opens an empty staging area for a source with columns whose words a search does not find.
    package func stage(_ source: SourceID, unsearchable columns: Set<String>) -> any StagingArea {
        InMemoryStagingArea(source, unsearchable: columns, in: self)
    }

    /// Updates the time of rows that the source reported as unchanged.
    package func confirm(
        _ source: SourceID, over basis: StoredSource?, state: FetchState?, at time: Date
    ) -> StoredSource? {
        guard var holding = sources[source], holding.state.fetchedAt != nil else { return nil }
        if holding.state.wasRefreshed(since: basis) { return holding.state }
        for (key, row) in holding.rows where row.seen == holding.state.fetchedAt { holding.rows[key]?.seen = time }
        holding.state.fetchedAt = time
        holding.state.fetchState = state ?? holding.state.fetchState
        holding.state.failure = nil
        sources[source] = holding
        return nil
    }

    /// Records why the last load failed.
    package func noteFailure(_ failure: LoadFailure, of source: SourceID, over basis: StoredSource?) {
        if let holding = sources[source], holding.state.wasRefreshed(since: basis) { return }
        sources[source, default: Holding(state: .nothing)].state.failure = failure
    }

    /// Finds the best rows in each source of the search.
    package func search(_ search: RecordSearch) -> [SourceID: SourceMatches] {
        if search.text.isBlank { return [:] }
        let matcher = TierMatcher(search.text)
        var found: [SourceID: SourceMatches] = [:]
        for (source, condition) in search.sources {
            let matches = rows(of: source, condition).compactMap { row in
                matcher.tier(of: matcher.needsMarks ? RecordWords(written: row.record) : row.words).map { tier in
                    let address = RecordAddress(source: source, key: row.record.key)
                    return SearchMatch(record: row.record, tier: tier, isFavorite: search.favorites.contains(address))
                }
            }
            if matches.isEmpty { continue }
            let ordered =
                if let order = search.order { matches.sorted { order.precedes($0.record, $1.record) } } else {
                    matches.map { ($0, MatchOrder($0, for: search.text)) }.sorted { $0.1 < $1.1 }.map(\.0)
                }
            found[source] = SourceMatches(
                matches: Array(ordered.prefix(search.limit)), isTruncated: ordered.count > search.limit,
                total: ordered.count)
        }
        return found
    }

    /// The number of rows in each source that match the search.
    package func count(_ search: RecordSearch) -> [SourceID: Int] {
        guard search.text.isBlank else {
            var search = search
            search.limit = .max
            return self.search(search).mapValues(\.matches.count)
        }
        return Dictionary(uniqueKeysWithValues: search.sources.map { ($0, rows(of: $0, $1).count) })
    }

    /// Lists rows of a source in a given order.
    package func list(
        _ source: SourceID, where condition: RecordCondition, order: ListOrder, limit: Int
    ) -> [Record] {
        var listed = rows(of: source, condition).sorted(by: Self.isListedBefore).map(\.record)
        switch order {
        case .bestKnown: break
        // The sort is stable: rows with equal dates or no date keep their order.
        case .newest:
            listed.sort { left, right in left.date.map { date in right.date.map { date > $0 } ?? true } ?? false }
        case .asked(let order): listed.sort(by: order.precedes)
        }
        return Array(listed.prefix(limit))
    }

    /// The stored rows among the given addresses.
    package func records(at addresses: [RecordAddress]) -> [RecordAddress: Record] {
        var found: [RecordAddress: Record] = [:]
        for address in addresses { found[address] = sources[address.source]?.rows[address.key]?.record }
        return found
    }

    /// Titles that start with a text; for each folded form, the best-known one.
    package func titles(startingWith text: String, in sources: [SourceID], limit: Int) -> [String] {
        let start = Folding.fold(text)
        let ordered = sources.flatMap { rows(of: $0, .always) }.flatMap { row in
            Self.titles(row, startingWith: start).map { title, folded in
                // Exact spelling does not matter here.
                let order = MatchOrder(
                    tier: .titlePrefix, isFavorite: false, prominence: row.record.prominence,
                    title: MatchedTitle(folded: folded), date: row.record.date, key: row.record.key)
                return (title: title, folded: folded, order: order)
            }
        }.sorted { $0.order < $1.order }
        var seen: Set<String> = []
        return Array(ordered.filter { seen.insert($0.folded).inserted }.map(\.title).prefix(limit))
    }

    /// The titles of a row that start with a folded text, with their folded forms.
    ///
    /// Until the main title is complete, those that only continue it by two letters are left out.
    private static func titles(_ row: Row, startingWith start: String) -> [(title: String, folded: String)] {
        let forms = [row.words.title] + (row.words.alternate.map { [$0] } ?? [])
        let isFound = forms.contains { $0.utf8.starts(with: start.utf8) }
        let isComplete = row.words.title.utf8.count <= start.utf8.count
        let length = row.words.title.unicodeScalars.count + 3
        let others = TitleForm.forms(of: row.record.alternativeTitles).filter { form in
            let addsState =
                form.folded.begins(with: row.words.title + " ") && form.folded.unicodeScalars.count == length
            return form.folded.utf8.starts(with: start.utf8) && (isComplete || !addsState)
        }
        return (isFound ? [(row.record.title, row.words.title)] : []) + others.map { ($0.title, $0.folded) }
    }

    /// Counts the values of columns in the selected rows.
    package func facet(_ request: FacetRequest) -> Facet {
        var tally = FacetTally(request)
        for (source, row) in rows(of: request.records) { tally.add(row.record, from: source) }
        return tally.result()
    }

    /// The coordinates of the selected rows that have one.
    package func coordinates(of records: RecordSelection) -> [Coordinate] {
        rows(of: records).compactMap(\.row.record.coordinate)
    }

    private func rows(of selection: RecordSelection) -> [(source: SourceID, row: Row)] {
        let matcher = selection.text.isBlank ? nil : TierMatcher(selection.text)
        return selection.sources.flatMap { source, condition in
            rows(of: source, condition).filter { row in
                matcher.map { $0.tier(of: $0.needsMarks ? RecordWords(written: row.record) : row.words) != nil } ?? true
            }.map { (source, $0) }
        }
    }

    /// Words of titles that a misspelled one may have meant.
    package func words(near word: String) -> [String: Int] {
        let correction = SpellingCorrection(word: word)
        return counts { SearchableText.unmarked($0) == $0 && correction.isNear($0) }
    }

    /// The number of rows that contain each of some words, in the place that the mark of a word stands for.
    package func counts(of words: [String]) -> [String: Int] {
        counts { words.contains($0) }
    }

    private func counts(of isCounted: (String) -> Bool) -> [String: Int] {
        let words = sources.values.flatMap(\.rows.values).flatMap { row in
            var text = ([row.words.title] + row.words.alternativeTitles).joined(separator: " ").utf8.map(\.self)
            SearchableText.append(row.words, to: &text)
            return Set(String(decoding: text, as: UTF8.self).split(separator: " ").map(String.init))
        }
        return Dictionary(words.filter(isCounted).map { ($0, 1) }, uniquingKeysWith: +)
    }

    /// Values of a column that start with a text; keys if the column is `key`.
    package func values(of column: String, startingWith text: String, in sources: [SourceID], limit: Int) -> [String] {
        let records = sources.flatMap { rows(of: $0, .always) }.map(\.record)
        if column == "key" {
            let keys = records.map(\.key).filter { $0.utf8.starts(with: text.utf8) }
            return Array(Set(keys).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.prefix(limit))
        }
        let values = records.flatMap { record -> [String] in
            switch record[column] {
            case .text(let text): [text]
            case .list(let items): items
            default: []
            }
        }
        return ColumnValues.best(values, startingWith: text, limit: limit)
    }

    /// The changes that refreshes made in a source, newest first.
    package func changes(of source: SourceID, since time: Date?, limit: Int) -> ChangeLog {
        sources[source].map { $0.log.log(since: time, last: $0.state.fetchedAt, limit: limit) } ?? ChangeLog()
    }

    /// All changes in a source, with those of renewed refreshes that a watched search has not examined.
    package func unexaminedChanges(of source: SourceID, since time: Date) -> ChangeLog {
        sources[source].map { holding in
            holding.log.log(
                since: time, last: holding.state.fetchedAt, limit: ChangeLog.everything, listsRenewed: true)
        } ?? ChangeLog()
    }

    /// When each source last changed, as dated in its log.
    package func changeTimes() -> [SourceID: Date] { sources.compactMapValues(\.log.lastChange) }

    /// The changes that the last refresh of a source made to records with the given keys.
    package func lastChanges(of source: SourceID, keys: Set<String>) -> [RecordChange] {
        changes(of: source, since: nil, limit: .max).changes.filter { keys.contains($0.address.key) }
    }

    /// The changes to a record that are kept, newest first.
    package func changes(to record: RecordAddress) -> [RecordChange] {
        sources[record.source]?.log.changes(to: record) ?? []
    }

    /// Removes all rows and the state of a source.
    package func remove(_ source: SourceID) {
        sources[source] = nil
    }

    func holding(_ source: SourceID) -> Holding? {
        sources[source]
    }

    func replace(_ source: SourceID, with holding: Holding) {
        sources[source] = holding
    }

    private func rows(of source: SourceID, _ condition: RecordCondition) -> [Row] {
        sources[source]?.rows.values.filter { condition.isMet(by: $0.record, words: $0.words) } ?? []
    }

    static func isListedBefore(_ left: Row, _ right: Row) -> Bool {
        if left.record.prominence != right.record.prominence { return left.record.prominence > right.record.prominence }
        if left.record.date != right.record.date {
            guard let earlier = right.record.date else { return true }
            return left.record.date.map { $0 > earlier } ?? false
        }
        let isSameTitle = left.words.title == right.words.title
        let first = isSameTitle ? left.record.key : left.words.title
        let second = isSameTitle ? right.record.key : right.words.title
        return first.utf8.lexicographicallyPrecedes(second.utf8)
    }
}
