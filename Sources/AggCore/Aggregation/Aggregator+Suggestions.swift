package import AggSearch
import AggSource
package import AggStorage

extension Aggregator {
    /// The maximum number of suggested titles.
    private static let suggestionLimit = 3

    /// The maximum number of words of a query from which one is left out.
    private static let longestShortened = 6

    /// The maximum number of words that replace one that occurs somewhere.
    private static let replacementLimit = 6

    /// Titles that a query without a match may have meant, the best known first: every word that occurs nowhere is
    /// replaced by the closest ones that do; if all words occur, but not in one record, one of them is replaced, or left
    /// out, such as the state in `paris texas`.
    ///
    /// The records also meet the query's conditions.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    package nonisolated func suggestions(
        for query: SearchQuery, usesCache: Bool = true
    ) async throws(StoreError) -> [String] {
        let words = query.text.forms.first?.groups.joined().map(\.self) ?? []
        var corrected: [[String]] = [[]]
        var isCorrected = false
        var replaced: [[String]] = []
        for (place, word) in words.enumerated() {
            let known = try await store.words(near: word)
            // A prefix of a known word is fine as it is, since the rest may not have been typed yet, and a word unlike any
            // in a title may be in another text.
            let isKnown = known.keys.contains { $0.hasPrefix(word) }
            let nearest =
                isKnown ? [] : SpellingCorrection(word: word).nearest(among: known, limit: Self.suggestionLimit)
            guard !nearest.isEmpty else {
                corrected = corrected.map { $0 + [word] }
                guard isKnown, words.count > 1 else { continue }
                let others = SpellingCorrection(word: word).others(among: known, limit: Self.replacementLimit)
                replaced += others.map { Array(words[..<place]) + [$0] + words[(place + 1)...] }
                continue
            }
            isCorrected = true
            corrected = corrected.flatMap { words in nearest.map { words + [$0] } }.prefix(Self.suggestionLimit).map(
                \.self)
        }
        let shorter =
            words.count > 1 && words.count <= Self.longestShortened
            ? words.indices.map { place in
                Array(words[..<place] + words[(place + 1)...])
            } : []
        if isCorrected {
            let titles = try await titles(of: corrected, asked: query, usesCache)
            if !titles.isEmpty { return titles }
        }
        return try await titles(of: isCorrected ? [] : replaced, orTitled: shorter, asked: query, usesCache)
    }

    /// The titles of the best-known records that match one of the texts, and of well-known ones with one of the other titles.
    private nonisolated func titles(
        of texts: [[String]], orTitled others: [[String]] = [], asked query: SearchQuery, _ usesCache: Bool
    ) async throws(StoreError) -> [String] {
        let favorites = await favoriteAddresses
        let statuses = try await storedStatuses(favorites: favorites, usesCache: usesCache)
            .filter { query.sources?.contains($0.id) ?? true }
        let conditions = conditions(of: query.withoutWords, statuses, favorites)
        let served = statuses.filter { conditions[$0.id] != nil }
        var suggestions = Suggestions()
        for (index, words) in (texts + others).enumerated() {
            let text = SearchText(words.joined(separator: " "))
            let isTitle = index >= texts.count
            let search = RecordSearch(text: text, sources: conditions, limit: Self.suggestionLimit)
            let found = try await store.search(search)
            let merged = SearchMerge.merge(
                served.compactMap { status in found[status.id].map { (status.id, $0) } }, for: text,
                limit: Self.suggestionLimit)
            let matcher = TierMatcher(text)
            for row in merged.rows {
                let (tier, isKnown) = (row.match.tier, row.match.record.prominence > 0)
                if isTitle ? tier == .exact && isKnown : tier <= .subtitle || isKnown { suggestions.add(row, matcher) }
            }
        }
        return suggestions.best(Self.suggestionLimit)
    }
}

/// Suggested titles: one for each record, and none twice.
private struct Suggestions {
    private struct Suggestion {
        let address: RecordAddress
        let prominence: Int
        var text: String
    }

    private var found: [Suggestion] = []

    /// Adds the title by which a record was found; if it was found by several, its main title is preferred.
    mutating func add(_ row: SearchMerge.Row, _ matcher: TierMatcher) {
        let (record, tier) = (row.match.record, row.match.tier)
        let alternative = matcher.alternativeTitle(of: record, in: tier)
        // The subtitle has the words of the query that the title lacks, such as a country.
        let subtitle = tier < .subtitle ? nil : record.subtitle
        let text = [alternative ?? record.title, subtitle].compactMap(\.self).joined(separator: ", ")
        let address = RecordAddress(source: row.source, key: record.key)
        if let known = found.firstIndex(where: { $0.address == address }) {
            if alternative == nil { found[known].text = text }
        } else {
            found.append(Suggestion(address: address, prominence: record.prominence, text: text))
        }
    }

    /// The titles of the best-known records, which otherwise keep their order.
    func best(_ limit: Int) -> [String] {
        var texts: [String] = []
        for prominence in (0...7).reversed() {
            for suggestion in found where suggestion.prominence == prominence && !texts.contains(suggestion.text) {
                texts.append(suggestion.text)
            }
        }
        return Array(texts.prefix(limit))
    }
}
