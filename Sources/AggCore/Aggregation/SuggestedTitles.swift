import AggSearch
import AggSource

/// Suggested titles: one for each record, and none twice.
struct SuggestedTitles {
    private struct Suggestion {
        let address: RecordAddress
        let edits: Int
        let prominence: Int
        let isWhole: Bool
        var text: String

        func isBetter(than other: Suggestion) -> Bool {
            if edits != other.edits { return edits < other.edits }
            if prominence != other.prominence { return prominence > other.prominence }
            return isWhole && !other.isWhole
        }
    }

    private var found: [Suggestion] = []

    /// Adds the title by which a record was found; if it was found by several, its main title is preferred.
    mutating func add(_ row: SearchMerge.Row, for alternative: QueryAlternative, _ matcher: TierMatcher) {
        let (record, tier) = (row.match.record, row.match.tier)
        let matched = matcher.alternativeTitle(of: record, in: tier)
        // The subtitle has the words of the query that the title lacks, such as a country.
        let subtitle = tier < .subtitle ? nil : record.subtitle
        let text = [matched ?? record.title, subtitle].compactMap(\.self).joined(separator: ", ")
        // A word that is only the start of one in the record differs from it in more letters.
        let words = RecordWords(record)
        let begun = alternative.words.count { !words.have([$0], isOpen: false) }
        let suggestion = Suggestion(
            address: RecordAddress(source: row.source, key: record.key), edits: alternative.edits + begun,
            prominence: record.prominence, isWhole: tier == .exact, text: text)
        guard let known = found.firstIndex(where: { $0.address == suggestion.address }) else {
            found.append(suggestion)
            return
        }
        let title = matched == nil ? text : found[known].text
        if suggestion.isBetter(than: found[known]) { found[known] = suggestion }
        found[known].text = title
    }

    /// The titles with the fewest edits, of these the best-known ones, and of these the whole ones; otherwise they keep
    /// their order.
    func best(_ limit: Int) -> [String] {
        let sorted = found.enumerated().sorted { left, right in
            if left.element.isBetter(than: right.element) { return true }
            return !right.element.isBetter(than: left.element) && left.offset < right.offset
        }
        var texts: [String] = []
        for (_, suggestion) in sorted where !texts.contains(suggestion.text) { texts.append(suggestion.text) }
        return Array(texts.prefix(limit))
    }
}
