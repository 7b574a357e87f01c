package import AggSearch
import AggSource
package import AggStorage
import AggText

extension Aggregator {
    /// The maximum number of suggested titles.
    private static let suggestionLimit = 3

    /// The maximum number of words of a query of which some are left out, or one is separated.
    private static let longestShortened = 6

    /// The maximum number of words of a query that is corrected: each one is looked up.
    private static let longestCorrected = 12

    /// The maximum number of words that replace one that occurs nowhere: in a short query, and in any other.
    private static let correctionLimits = (short: 6, long: 3)

    /// The maximum number of queries in which a word that occurs is replaced; each word has the same share of them.
    private static let replacedLimit = 12

    /// The maximum number of titles to read in order to find out whether one of them equals a text.
    private static let titleLimit = 20

    /// Titles that a query without a match may have meant: those with the fewest differing letters first, and of these
    /// the best known.
    ///
    /// Every word that occurs nowhere is replaced by the closest ones that do. If all words occur, but not in one
    /// record, one of them is replaced, or some are left out, such as the state in `paris texas`. A word may also be
    /// two, as in `capetown`. The records also meet the query's conditions.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    package nonisolated func suggestions(
        for query: SearchQuery, usesCache: Bool = true
    ) async throws(StoreError) -> [String] {
        let words = query.text.forms.first?.groups.joined().map(\.self) ?? []
        guard words.count <= Self.longestCorrected else { return [] }
        let limit = words.count <= 2 ? Self.correctionLimits.short : Self.correctionLimits.long
        var corrected: [[String]] = [[]]
        var isCorrected = false
        var separated: [QueryAlternative] = []
        var replaced: [[String]] = []
        for (place, word) in words.enumerated() {
            // Among other words, a very short or a common one is hardly a misspelled one.
            let isPlain = words.count > 1 && (word.utf8.count < 3 || CommonWords.all.contains(word))
            let known = isPlain ? [:] : try await store.words(near: word)
            if !isPlain, known[word] == nil { separated += QueryAlternative.separated(words, at: place) }
            // A prefix of a known word is fine as it is, since the rest may not have been typed yet, and a word unlike
            // any in a title may be in another text.
            let isKnown = isPlain || known.keys.contains { $0.hasPrefix(word) }
            let correction = SpellingCorrection(word: word)
            let nearest = isKnown ? [] : correction.nearest(among: known, limit: limit)
            guard !nearest.isEmpty else {
                corrected = corrected.map { $0 + [word] }
                guard isKnown, words.count > 1 else { continue }
                let others = correction.others(among: known, limit: Self.replacedLimit / words.count)
                replaced += others.map { Array(words[..<place]) + [$0] + words[(place + 1)...] }
                continue
            }
            isCorrected = true
            corrected = corrected.flatMap { words in nearest.map { words + [$0] } }.prefix(limit).map(\.self)
        }
        let respelled = (isCorrected ? corrected : replaced).map { QueryAlternative($0, insteadOf: words) }
        var attempts = [respelled]
        if words.count <= Self.longestShortened {
            let shortened = QueryAlternative.shortened(words)
            attempts[0] = isCorrected ? separated + respelled : respelled + shortened.byOne
            if isCorrected { attempts.append(shortened.byOne) }
            attempts.append(shortened.byMore)
            if !isCorrected { attempts.append(separated) }
            attempts.append(QueryAlternative.begun(words))
        }
        return try await titles(ofFirst: attempts, asked: query, usesCache)
    }

    /// The titles of the records found by the first alternatives that find any.
    private nonisolated func titles(
        ofFirst attempts: [[QueryAlternative]], asked query: SearchQuery, _ usesCache: Bool
    ) async throws(StoreError) -> [String] {
        let favorites = await favoriteAddresses
        var others = query.withoutWords
        if others.onlyFavorites { others = others.narrowed(to: .favorite) }
        let statuses = try await storedStatuses(favorites: favorites, usesCache: usesCache)
            .filter { query.sources?.contains($0.id) ?? true }
        let conditions = conditions(of: others, statuses, favorites)
        let served = statuses.map(\.id).filter { conditions[$0] != nil }
        for attempt in attempts {
            var suggestions = SuggestedTitles()
            for alternative in try await possible(attempt) {
                let text = alternative.text
                var search = RecordSearch(text: text, sources: conditions, limit: Self.suggestionLimit)
                if alternative.wanted != .anyMatch {
                    // A search alone would go on to find the words anywhere if no title equals them.
                    let titled = try await sources(titled: text, among: served)
                    if titled.isEmpty { continue }
                    search.sources = conditions.filter { titled.contains($0.key) }
                    search.limit = 1
                }
                let found = try await store.search(search)
                let merged = SearchMerge.merge(
                    served.compactMap { source in found[source].map { (source, $0) } }, for: text,
                    limit: Self.suggestionLimit)
                let matcher = TierMatcher(text)
                for row in merged.rows where alternative.accepts(row.match) {
                    suggestions.add(row, for: alternative, matcher)
                }
            }
            let titles = suggestions.best(Self.suggestionLimit)
            if !titles.isEmpty { return titles }
        }
        return []
    }

    /// The alternatives without those that need a whole title, but have a word that is in no title.
    private nonisolated func possible(
        _ alternatives: [QueryAlternative]
    ) async throws(StoreError) -> [QueryAlternative] {
        let words = Set(alternatives.filter { $0.wanted != .anyMatch }.flatMap { $0.forms.joined() })
        let counts = words.isEmpty ? [:] : try await store.counts(of: words.sorted())
        return alternatives.filter { alternative in
            alternative.wanted == .anyMatch
                || alternative.forms.contains { form in form.allSatisfy { counts[$0] != nil } }
        }
    }

    /// The sources that have a record with exactly this title.
    private nonisolated func sources(
        titled text: SearchText, among ids: [SourceID]
    ) async throws(StoreError) -> [SourceID] {
        guard !ids.isEmpty, try await hasTitle(text, in: ids) else { return [] }
        guard ids.count > 1 else { return ids }
        let half = ids.count / 2
        let first = try await sources(titled: text, among: Array(ids[..<half]))
        let second = try await sources(titled: text, among: Array(ids[half...]))
        return first + second
    }

    private nonisolated func hasTitle(_ text: SearchText, in sources: [SourceID]) async throws(StoreError) -> Bool {
        for form in text.forms {
            let titles = try await store.titles(startingWith: form.text, in: sources, limit: Self.titleLimit)
            if titles.contains(where: { Folding.fold($0) == form.text || Folding.alternate(of: $0) == form.text }) {
                return true
            }
        }
        return false
    }
}
