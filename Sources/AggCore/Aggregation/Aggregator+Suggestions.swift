package import AggSearch
import AggSource
package import AggStorage

extension Aggregator {
    /// The maximum number of suggested titles.
    private static let suggestionLimit = 3

    /// The maximum number of words of a query of which some are left out, or one is separated.
    private static let longestShortened = 6

    /// The maximum number of words that replace one that occurs somewhere, or the only one.
    private static let replacementLimit = 6

    /// Titles that a query without a match may have meant, the best known first.
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
        let limit = words.count == 1 ? Self.replacementLimit : Self.suggestionLimit
        var corrected: [[String]] = [[]]
        var isCorrected = false
        var separated: [Alternative] = []
        var replaced: [[String]] = []
        for (place, word) in words.enumerated() {
            let known = try await store.words(near: word)
            // A prefix of a known word is fine as it is, since the rest may not have been typed yet, and a word unlike
            // any in a title may be in another text.
            let isKnown = known.keys.contains { $0.hasPrefix(word) }
            let nearest = isKnown ? [] : SpellingCorrection(word: word).nearest(among: known, limit: limit)
            guard !nearest.isEmpty else {
                corrected = corrected.map { $0 + [word] }
                guard isKnown, words.count > 1 else { continue }
                let others = SpellingCorrection(word: word).others(among: known, limit: Self.replacementLimit)
                replaced += others.map { Array(words[..<place]) + [$0] + words[(place + 1)...] }
                continue
            }
            isCorrected = true
            if words.count <= Self.longestShortened { separated += Alternative.separated(words, at: place) }
            corrected = corrected.flatMap { words in nearest.map { words + [$0] } }.prefix(limit).map(\.self)
        }
        var attempts = [isCorrected ? separated + corrected.map { Alternative($0) } : replaced.map { Alternative($0) }]
        if words.count <= Self.longestShortened {
            let shortened = Alternative.shortened(words)
            if isCorrected { attempts.append(shortened.byOne) } else { attempts[0] += shortened.byOne }
            attempts.append(shortened.byMore)
            if !isCorrected { attempts.append(words.indices.flatMap { Alternative.separated(words, at: $0) }) }
            attempts.append(Alternative.begun(words))
        }
        for attempt in attempts where !attempt.isEmpty {
            let titles = try await titles(of: attempt, asked: query, usesCache)
            if !titles.isEmpty { return titles }
        }
        return []
    }

    /// The titles of the best-known records found by the alternatives.
    private nonisolated func titles(
        of alternatives: [Alternative], asked query: SearchQuery, _ usesCache: Bool
    ) async throws(StoreError) -> [String] {
        let favorites = await favoriteAddresses
        var others = query.withoutWords
        if others.onlyFavorites { others = others.narrowed(to: .favorite) }
        let statuses = try await storedStatuses(favorites: favorites, usesCache: usesCache)
            .filter { query.sources?.contains($0.id) ?? true }
        let conditions = conditions(of: others, statuses, favorites)
        let served = statuses.filter { conditions[$0.id] != nil }
        var suggestions = Suggestions()
        for alternative in alternatives {
            let text = SearchText(alternative.words.joined(separator: " "))
            let search = RecordSearch(text: text, sources: conditions, limit: Self.suggestionLimit)
            let found = try await store.search(search)
            let merged = SearchMerge.merge(
                served.compactMap { status in found[status.id].map { (status.id, $0) } }, for: text,
                limit: Self.suggestionLimit)
            let matcher = TierMatcher(text)
            for row in merged.rows where alternative.accepts(row.match) { suggestions.add(row, matcher) }
        }
        return suggestions.best(Self.suggestionLimit)
    }
}

/// Words that may have been meant.
private struct Alternative {
    /// Which of the matches to suggest.
    enum Wanted {
        case anyMatch
        case wholeTitle
        case wellKnownTitle
    }

    let words: [String]
    var wanted = Wanted.anyMatch

    init(_ words: some Sequence<String>, _ wanted: Wanted = .anyMatch) {
        self.words = Array(words)
        self.wanted = wanted
    }

    /// The maximum number of letters of a word that may be two.
    private static let longestSeparated = 30

    /// The words with one of them separated into two.
    static func separated(_ words: [String], at place: Int) -> [Alternative] {
        let letters = words[place].unicodeScalars
        let splits = (4...longestSeparated).contains(letters.count) ? letters.indices.dropFirst(2).dropLast() : []
        return splits.map { split in
            let parts = [letters[..<split], letters[split...]].map { String(String.UnicodeScalarView($0)) }
            return Alternative(words[..<place] + parts + words[(place + 1)...], .wholeTitle)
        }
    }

    /// The words without one of them, and fewer words in a row.
    static func shortened(_ words: [String]) -> (byOne: [Alternative], byMore: [Alternative]) {
        guard words.count > 1 else { return ([], []) }
        let byOne = words.indices.map { words[..<$0] + words[($0 + 1)...] }
        let byMore = (1..<words.count - 1).reversed().flatMap { count in
            (0...words.count - count).map { words[$0..<$0 + count] }
        }
        return (byOne.map { Alternative($0, .wellKnownTitle) }, byMore.map { Alternative($0, .wellKnownTitle) })
    }

    /// The first words, without one or more at the end.
    static func begun(_ words: [String]) -> [Alternative] {
        words.indices.dropFirst().reversed().map { Alternative(words[..<$0], .wholeTitle) }
    }

    func accepts(_ match: SearchMatch) -> Bool {
        let isKnown = match.record.prominence > 0
        switch wanted {
        case .anyMatch: return match.tier <= .subtitle || isKnown
        case .wholeTitle: return match.tier == .exact
        case .wellKnownTitle: return match.tier == .exact && isKnown
        }
    }
}

/// Suggested titles: one for each record, and none twice.
private struct Suggestions {
    private struct Suggestion {
        let address: RecordAddress
        let prominence: Int
        let isWhole: Bool
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
            found.append(
                Suggestion(address: address, prominence: record.prominence, isWhole: tier == .exact, text: text))
        }
    }

    /// The titles of the best-known records, whole ones first; otherwise they keep their order.
    func best(_ limit: Int) -> [String] {
        var texts: [String] = []
        for prominence in (0...7).reversed() {
            for isWhole in [true, false] {
                for suggestion in found
                where suggestion.prominence == prominence && suggestion.isWhole == isWhole
                    && !texts.contains(suggestion.text)
                {
                    texts.append(suggestion.text)
                }
            }
        }
        return Array(texts.prefix(limit))
    }
}
