package import AggSource
import AggText

/// How well a record matches a query, best first.
///
/// The raw values appear in JSON output and are read by scripts.
package enum MatchTier: String, CaseIterable, Codable, Comparable, Hashable, Sendable {
    /// The whole title equals the query.
    case exact
    /// The title starts with the query.
    case titlePrefix = "title-prefix"
    /// One title has all words of the query, the last of which may be a prefix.
    case titleWords = "title-words"
    /// One title has words that start with the words of the query.
    case titleWordPrefixes = "title-word-prefixes"
    /// The titles and the subtitle together have the words of the query.
    case subtitle
    /// Any searchable text of the record has the words of the query.
    case anywhere

    /// Whether the first tier is a better match.
    package static func < (first: MatchTier, second: MatchTier) -> Bool {
        first.rank < second.rank
    }

    /// Whether all words of the query have to be in the same title.
    package var isOfOneTitle: Bool { self <= .titleWordPrefixes }

    var rank: Int {
        switch self {
        case .exact: 0
        case .titlePrefix: 1
        case .titleWords: 2
        case .titleWordPrefixes: 3
        case .subtitle: 4
        case .anywhere: 5
        }
    }
}

/// Determines the tier in which a record matches a query, if any: the definition of the tiers, for a single record.
package struct TierMatcher: Sendable {
    private let forms: [SearchText.Form]
    /// Whether accents matter, so that the words of records are needed with their accents.
    package let needsMarks: Bool

    /// Creates a matcher for a query.
    package init(_ text: SearchText) {
        forms = text.forms
        needsMarks = text.hasMarks
    }

    /// Whether a record with several titles has to be checked in a tier: an index of its words doesn't know which title
    /// each word is from.
    package func checksTitles(in tier: MatchTier) -> Bool {
        tier.isOfOneTitle && forms.contains { $0.groups.count > 1 }
    }

    /// The best tier the record matches in; nil if it doesn't match.
    package func tier(of record: Record, unsearchable columns: Set<String> = []) -> MatchTier? {
        tier(
            of: needsMarks
                ? RecordWords(written: record, unsearchable: columns) : RecordWords(record, unsearchable: columns))
    }

    /// The alternative title that matches a record in a tier; nil if its main title does.
    package func alternativeTitle(of record: Record, in tier: MatchTier) -> String? {
        if record.alternativeTitles.isEmpty { return nil }
        if tier <= .titlePrefix, !needsMarks {
            return isTitle(record.title, foundIn: tier)
                ? nil : record.alternativeTitles.first { isTitle($0, foundIn: tier) }
        }
        var record = record
        // Text that only lower tiers search need not be folded.
        if tier <= .subtitle { (record.fields, record.keywords) = ([], []) }
        if tier <= .titleWordPrefixes { record.subtitle = nil }
        func isFound(by titles: [String]) -> Bool {
            var record = record
            record.alternativeTitles = titles
            return self.tier(of: record).map { $0 <= tier } ?? false
        }
        return isFound(by: []) ? nil : record.alternativeTitles.first { isFound(by: [$0]) }
    }

    /// Whether a title matches in the tier `exact` or `title-prefix`, regardless of accents.
    private func isTitle(_ title: String, foundIn tier: MatchTier) -> Bool {
        [Folding.fold(title), Folding.alternate(of: title)].contains { folded in
            guard let folded else { return false }
            return forms.contains { $0.text == folded || tier == .titlePrefix && folded.begins(with: $0.start) }
        }
    }

    /// The best tier that folded texts match in; nil if they don't match.
    package func tier(of words: RecordWords) -> MatchTier? {
        forms.compactMap { tier(of: words, $0) }.min()
    }

    private func tier(of words: RecordWords, _ form: SearchText.Form) -> MatchTier? {
        if let tier = titleTier(of: words, form) { return tier }
        let titles = words.titleWords
        if titles.contains(where: { contains($0, form, wholeWords: true) }) { return .titleWords }
        if titles.contains(where: { contains($0, form, wholeWords: false) }) { return .titleWordPrefixes }
        let named = titles.joined() + words.subtitleWords
        if contains(named, form, wholeWords: false) { return .subtitle }
        if contains(named + words.otherWords, form, wholeWords: false) { return .anywhere }
        return nil
    }

    /// The tier of titles that start with a form, with the required accents.
    private func titleTier(of words: RecordWords, _ form: SearchText.Form) -> MatchTier? {
        if let marks = form.marks {
            let (asked, letters) = (Array(form.groups.joined()), Array(marks.joined()))
            let found = words.titleWords.joined().filter { $0.has(asked, letters, at: 0, mayGoOn: form.isOpen) }
            if found.isEmpty { return nil }
            return found.contains { $0.words == asked } ? .exact : .titlePrefix
        }
        let titles = words.allTitles
        if titles.contains(form.text) { return .exact }
        return titles.contains { $0.begins(with: form.start) } ? .titlePrefix : nil
    }

    /// Whether every group is found, with prefixes as the form allows.
    private func contains(_ texts: [WordList], _ form: SearchText.Form, wholeWords: Bool) -> Bool {
        form.groups.indices.allSatisfy { index in
            let group = form.groups[index]
            let mayGoOn = form.mayGoOn(index, wholeWords: wholeWords)
            return texts.contains { $0.has(group, form.marks?[index], mayGoOn: mayGoOn) }
        }
    }
}
