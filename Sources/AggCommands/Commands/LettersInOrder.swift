import AggCore
import AggSearch
import AggSource
import AggStorage
import AggText
import Foundation

/// A word whose letters occur in a title in the same order, such as `sfrn` in San Francisco.
struct LettersInOrder {
    private let letters: [Character]
    /// The other words, which are conditions.
    private let conditions: [Word]

    /// The maximum number of titles to compare, the best known first.
    private static let mostTitles = 20_000
    /// The maximum number of titles to look up.
    private static let mostMatches = 8

    /// Creates a comparison; nil unless there is exactly one plain word of a few letters, apart from conditions.
    init?(_ words: [Word]) {
        let parts = words.map { (word: $0, query: $0.queryWord) }
        let plain = parts.filter { $0.query.qualifier == nil }
        guard plain.count == 1, let only = plain.first?.query, !only.isQuoted, !only.isNegated else { return nil }
        letters = Array(Folding.fold(only.text))
        guard (3...20).contains(letters.count), letters.allSatisfy({ $0.isLetter || $0.isNumber }) else { return nil }
        conditions = parts.filter { $0.query.qualifier != nil }.map(\.word)
    }

    /// Returns the records with such titles, first those whose letters begin words or are close together; nil if there
    /// are none.
    func answer(in context: CommandContext) async throws -> RecordsReport? {
        let command = SearchCommand()
        let sources = try context.query(conditions).sources
        let titles = try await context.aggregator.titles(
            startingWith: String(letters[0]), in: sources ?? context.aggregator.registry.instances.map(\.id),
            limit: Self.mostTitles)
        let best = best(of: titles)
        guard !best.isEmpty else { return nil }
        let phrases = best.map { [Word($0, isQuoted: true)] }.joined(separator: [Word("OR")])
        let arguments = try Arguments(conditions + phrases, for: command.declaration)
        guard var report = try await command.run(arguments, in: context).body as? RecordsReport else { return nil }
        let places = Dictionary(best.enumerated().map { ($1, $0) }, uniquingKeysWith: min)
        var rows: [(place: Int, row: RecordsAnswer.Row)] = []
        for var row in report.answer.rows {
            guard let place = places[row.shownTitle] ?? places[row.record.title] else { continue }
            row.tier = nil
            rows.append((place, row))
        }
        report.answer.rows = rows.enumerated().sorted { left, right in
            (left.element.place, left.offset) < (right.element.place, right.offset)
        }.map(\.element.row)
        guard !report.answer.rows.isEmpty else { return nil }
        // Only the closest titles count as matches, so their number is known.
        report.answer.isTruncated = false
        for index in report.answer.sources.indices {
            let source = report.answer.sources[index].status.id
            report.answer.sources[index].matched = report.answer.rows.count { $0.address.source == source }
        }
        report.answer.text = nil
        report.answer.notes.append("no match; these titles contain the letters “\(String(letters))” in order")
        return report
    }

    /// The titles that contain the letters, closest first.
    private func best(of titles: [String]) -> [String] {
        var scored: [(score: Double, title: String)] = []
        for (place, title) in titles.enumerated() {
            // The best-known titles come first: one twice as far down must be closer.
            if let score = score(of: title) { scored.append((Double(score) + 2 * log2(Double(place + 1)), title)) }
        }
        scored.sort { $0.score < $1.score }
        return scored.prefix(Self.mostMatches).map(\.title)
    }

    /// How far a title is from the letters, counting letters that don't begin a word and those in between; nil if a
    /// letter is missing.
    func score(of title: String) -> Int? {
        let folded = Array(Folding.fold(title))
        guard folded.first == letters.first else { return nil }
        var place = 0
        var score = 0
        for (index, letter) in letters.enumerated() {
            // The start of a later word is better than a letter within this one.
            let next = folded[place...].indices.first { folded[$0] == letter }
            let start = folded[place...].indices.first {
                folded[$0] == letter && ($0 == 0 || folded[$0 - 1] == " ")
            }
            guard let next else { return nil }
            let chosen =
                start.map { $0 - next < 12 && canFinish(letters[(index + 1)...], after: $0, in: folded) ? $0 : next }
                ?? next
            score += chosen == start ? 1 : chosen - place + 2
            place = chosen + 1
        }
        return score + (folded.count - place) / 4
    }

    /// Whether the rest of the letters still occurs in order.
    private func canFinish(_ rest: ArraySlice<Character>, after place: Int, in folded: [Character]) -> Bool {
        var rest = rest
        for character in folded[(place + 1)...] where character == rest.first { rest = rest.dropFirst() }
        return rest.isEmpty
    }
}
