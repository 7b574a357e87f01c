package import AggSearch
import AggSource
package import AggStorage

extension Aggregator {
    /// The maximum number of suggested titles.
    private static let suggestionLimit = 3

    /// Titles that a query without a match may have meant: every word that occurs nowhere is replaced by the closest
    /// one that does.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    package nonisolated func suggestions(
        for query: SearchQuery, usesCache: Bool = true
    ) async throws(StoreError) -> [String] {
        let words = query.text.forms.first?.groups.joined().map(\.self) ?? []
        var corrected: [[String]] = [[]]
        var isCorrected = false
        for word in words {
            let known = try await store.words(near: word)
            // A prefix of a known word is fine as it is, since the rest may not have been typed yet, and a word unlike any
            // in a title may be in another text.
            let isKnown = known.keys.contains { $0.hasPrefix(word) }
            let nearest =
                isKnown ? [] : SpellingCorrection(word: word).nearest(among: known, limit: Self.suggestionLimit)
            guard !nearest.isEmpty else {
                corrected = corrected.map { $0 + [word] }
                continue
            }
            isCorrected = true
            corrected = corrected.flatMap { words in nearest.map { words + [$0] } }.prefix(Self.suggestionLimit).map(
                \.self)
        }
        return isCorrected ? try await titles(of: corrected, asked: query, usesCache) : []
    }

    private nonisolated func titles(
        of texts: [[String]], asked query: SearchQuery, _ usesCache: Bool
    ) async throws(StoreError) -> [String] {
        let served = try await storedStatuses(favorites: [], usesCache: usesCache)
            .filter { $0.isServed && (query.sources?.contains($0.id) ?? true) }
        var titles: [String] = []
        for text in texts.map({ SearchText($0.joined(separator: " ")) }) {
            let search = RecordSearch(
                text: text, sources: Dictionary(uniqueKeysWithValues: served.map { ($0.id, .always) }),
                limit: Self.suggestionLimit)
            let found = try await store.search(search)
            let merged = SearchMerge.merge(
                served.compactMap { status in found[status.id].map { (status.id, $0) } }, for: text,
                limit: Self.suggestionLimit)
            let matcher = TierMatcher(text)
            for match in merged.rows.map(\.match) where match.tier <= .subtitle || match.record.prominence > 0 {
                let title = matcher.alternativeTitle(of: match.record, in: match.tier) ?? match.record.title
                // The subtitle has the words of the query that the title lacks, such as a country.
                let subtitle = match.tier < .subtitle ? nil : match.record.subtitle
                let suggestion = [title, subtitle].compactMap(\.self).joined(separator: ", ")
                if !titles.contains(suggestion) { titles.append(suggestion) }
            }
        }
        return Array(titles.prefix(Self.suggestionLimit))
    }
}
