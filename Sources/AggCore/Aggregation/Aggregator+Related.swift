package import AggSearch
import AggSource
package import AggStorage
import AggText
import Foundation

/// Collects the records that have something in common with another one, and what that is.
struct RelatedRecords {
    private var rows: [RecordAddress: (row: RecordsAnswer.Row, score: Double, reasons: [String])] = [:]
    private let own: RecordAddress
    /// Whether more records have some of this in common.
    var isTruncated = false

    init(of own: RecordAddress) { self.own = own }

    /// Adds what a record has in common; the more significant, the higher its score.
    mutating func add(_ row: RecordsAnswer.Row, _ reason: String, _ score: Double) {
        guard row.address != own else { return }
        if rows[row.address] == nil { rows[row.address] = (row, 0, []) }
        rows[row.address]?.score += score
        rows[row.address]?.reasons.append(reason)
    }

    /// The most closely related records, each with its reasons.
    func best(_ limit: Int) -> (rows: [RecordsAnswer.Row], isTruncated: Bool) {
        let sorted = rows.values.sorted { left, right in
            if left.score != right.score { return left.score > right.score }
            return left.row.address.description.isBefore(right.row.address.description)
        }
        let best = sorted.prefix(limit).map { found in
            var row = found.row
            (row.tier, row.matchedTitle, row.distance) = (nil, nil, nil)
            row.reason = found.reasons.joined(separator: ", ")
            return row
        }
        return (best, isTruncated || sorted.count > limit)
    }
}

extension Aggregator {
    /// The distance up to which records share a location, in kilometers.
    private static let nearby = 10.0
    /// The number of records with one thing in common that are at least considered.
    private static let leastAlike = 40

    /// The records of any source that share the location, the title or rare words of it, the date, or a link of a
    /// record, each with its reason; `linked` are records already known to share a link.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    package nonisolated func related(
        to row: RecordsAnswer.Row, linked: [RecordAddress], limit: Int, usesCache: Bool = true
    ) async throws(StoreError) -> RecordsAnswer {
        var found = RelatedRecords(of: row.address)
        let record = row.record
        // The record itself is among them.
        let mostAlike = max(limit, Self.leastAlike - 1) + 1
        func rows(_ terms: [QueryTerm], _ condition: RecordCondition?) async throws(StoreError) -> RecordsAnswer {
            var query = SearchQuery(terms)
            if let condition { query = query.narrowed(to: condition) }
            return try await search(query, limit: mostAlike, usesCache: usesCache)
        }
        let titled = try await rows([.phrase(record.title)], nil)
        let namesakes = titled.rows.filter { $0.tier == .exact }
        for row in namesakes { found.add(row, "same title", 4) }
        if titled.isTruncated, namesakes.count == titled.rows.count { found.isTruncated = true }
        if let place = record.coordinate, let circle = Circle(center: place, radius: Self.nearby) {
            let around = try await rows([], .near(circle))
            found.isTruncated = found.isTruncated || around.isTruncated
            for row in around.rows {
                let distance = row.distance ?? Self.nearby
                found.add(row, Self.text(distance), 2 * (1 - distance / Self.nearby))
            }
        }
        let known = Set(namesakes.map(\.address))
        for (word, alike) in try await rareWords(of: row, usesCache: usesCache) {
            for row in alike where !known.contains(row.address) {
                // A title or subtitle says what a record is about; a long text may have the word by chance.
                let weight = Self.isNamed(row.record, word) ? 1 : 0.25
                found.add(row, "same word “\(word)”", weight * (1 + 1 / Double(alike.count)))
            }
        }
        if let day = record.date.map({ String($0.text.prefix(10)) }), day.count == 10 {
            let sameDay = try await rows([], .date(DateSpan(from: day, before: day + "~")))
            found.isTruncated = found.isTruncated || sameDay.isTruncated
            for row in sameDay.rows { found.add(row, "same day, \(day)", 0.5) }
        }
        let stored = try await store.records(at: linked)
        let favorites = await favoriteAddresses
        for address in linked {
            guard let record = stored[address] else { continue }
            let row = RecordsAnswer.Row(address: address, record: record, isFavorite: favorites.contains(address))
            found.add(row, "same link", 5)
        }
        let best = found.best(limit)
        var answer = titled
        answer.rows = best.rows
        answer.isTruncated = best.isTruncated
        let counts = Dictionary(best.rows.map { ($0.address.source, 1) }, uniquingKeysWith: +)
        answer.sources = titled.sources.map { source in
            RecordsAnswer.Source(
                status: source.status, matched: best.isTruncated ? nil : counts[source.status.id] ?? 0)
        }
        answer.isOrdered = true
        answer.text = nil
        return answer
    }

    /// Whether a title or the subtitle of a record has a folded word.
    private static func isNamed(_ record: Record, _ word: String) -> Bool {
        ([record.title, record.subtitle ?? ""] + record.alternativeTitles).contains { text in
            Folding.fold(text).split(separator: " ").contains { $0 == word }
        }
    }

    private static func text(_ kilometers: Double) -> String {
        kilometers < 1
            ? "\(JSONWriter.shortest((kilometers * 1_000).rounded())) m away"
            : "\(JSONWriter.shortest((kilometers * 10).rounded() / 10)) km away"
    }
}
