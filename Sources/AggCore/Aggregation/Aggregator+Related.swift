package import AggSearch
import AggSource
package import AggStorage
import AggText
import Foundation

/// Collects the records that have something in common with another one, and what that is.
struct RelatedRecords {
    private var rows: [RecordAddress: (row: RecordsAnswer.Row, score: Double, reasons: [String])] = [:]
    private let own: RecordAddress

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
        return (best, sorted.count > limit)
    }
}

extension Aggregator {
    /// The distance up to which records share a location, in kilometers.
    private static let nearby = 10.0
    /// The maximum number of rows that contain a word for it to be rare.
    private static let rare = 200
    /// The maximum number of records with one thing in common.
    private static let mostAlike = 40

    /// The records of any source that share the location, the title or rare words of it, the date, or a link of a
    /// record, each with its reason; `linked` are records already known to share a link.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    package nonisolated func related(
        to row: RecordsAnswer.Row, linked: [RecordAddress], limit: Int, usesCache: Bool = true
    ) async throws(StoreError) -> RecordsAnswer {
        var found = RelatedRecords(of: row.address)
        let record = row.record
        func rows(_ terms: [QueryTerm], _ condition: RecordCondition?) async throws(StoreError) -> RecordsAnswer {
            var query = SearchQuery(terms)
            if let condition { query = query.narrowed(to: condition) }
            return try await search(query, limit: Self.mostAlike, usesCache: usesCache)
        }
        let titled = try await rows([.phrase(record.title)], nil)
        let namesakes = titled.rows.filter { $0.tier == .exact }
        for row in namesakes { found.add(row, "same title", 4) }
        if let place = record.coordinate, let circle = Circle(center: place, radius: Self.nearby) {
            for row in try await rows([], .near(circle)).rows {
                let distance = row.distance ?? Self.nearby
                found.add(row, Self.text(distance), 2 * (1 - distance / Self.nearby))
            }
        }
        let known = Set(namesakes.map(\.address))
        for (word, count) in try await rareWords(of: record) {
            for row in try await rows([.phrase(word)], nil).rows where !known.contains(row.address) {
                found.add(row, "same word “\(word)”", 1 + 1 / Double(count))
            }
        }
        if let day = record.date.map({ String($0.text.prefix(10)) }), day.count == 10 {
            for row in try await rows([], .date(DateSpan(from: day, before: day + "~"))).rows {
                found.add(row, "same day, \(day)", 0.5)
            }
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

    /// The words of a title and subtitle that few rows have, each with their number, the rarest first.
    private nonisolated func rareWords(of record: Record) async throws(StoreError) -> [(word: String, count: Int)] {
        let text = Folding.fold(record.title) + " " + Folding.fold(record.subtitle ?? "")
        let words = Set(
            text.split(separator: " ").filter { $0.count > 2 && $0.contains(where: \.isLetter) }.map(String.init))
        let counts = try await store.counts(of: Array(words.sorted().prefix(12)))
        let rare = counts.filter { (2...Self.rare).contains($0.value) }.map { (word: $0.key, count: $0.value) }
        return Array(rare.sorted { ($0.count, $0.word) < ($1.count, $1.word) }.prefix(3))
    }

    private static func text(_ kilometers: Double) -> String {
        kilometers < 1
            ? "\(JSONWriter.shortest((kilometers * 1_000).rounded())) m away"
            : "\(JSONWriter.shortest((kilometers * 10).rounded() / 10)) km away"
    }
}
