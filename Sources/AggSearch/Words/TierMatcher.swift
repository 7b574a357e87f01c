package import AggSource
import AggText

/// How well a record matches a query, the best first.
///
/// The raw values are what the JSON output and scripts read.
package enum MatchTier: String, CaseIterable, Codable, Comparable, Hashable, Sendable {
    /// The whole title equals the query.
    case exact
    /// The title begins with the query.
    case titlePrefix = "title-prefix"
    /// The title has all words of the query, the last one as the beginning of a word.
    case titleWords = "title-words"
    /// The title has words that begin with the words of the query.
    case titleWordPrefixes = "title-word-prefixes"
    /// Title and subtitle together have the words of the query.
    case subtitle
    /// Any searchable text of the record has the words of the query.
    case anywhere

    /// Whether the first tier is the better match.
    package static func < (first: MatchTier, second: MatchTier) -> Bool {
        first.rank < second.rank
    }

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

/// Says in which tier, if any, a record answers a query: the definition of the tiers, for a single record.
package struct TierMatcher: Sendable {
    private let forms: [SearchText.Form]
    /// Whether accents count, so that the words of records are needed with them.
    package let needsMarks: Bool

    /// Makes a matcher for a query.
    package init(_ text: SearchText) {
        forms = text.forms
        needsMarks = text.hasMarks
    }

    /// The best tier the record is found in; nil if it is not found.
    package func tier(of record: Record, searchable columns: Set<String>? = nil) -> MatchTier? {
        tier(
            of: needsMarks
                ? RecordWords(written: record, searchable: columns) : RecordWords(record, searchable: columns))
    }

    /// The alternative title that finds a record in a tier; nil if its own title does.
    package func alternativeTitle(of record: Record, in tier: MatchTier) -> String? {
        if record.alternativeTitles.isEmpty || isTitle(record.title, foundIn: tier) { return nil }
        var record = record
        // What only lower tiers look at need not be folded.
        if tier <= .subtitle { (record.fields, record.keywords) = ([], []) }
        if tier <= .titleWordPrefixes { record.subtitle = nil }
        func isFound(by titles: [String]) -> Bool {
            var record = record
            record.alternativeTitles = titles
            return self.tier(of: record).map { $0 <= tier } ?? false
        }
        return isFound(by: []) ? nil : record.alternativeTitles.first { isFound(by: [$0]) }
    }

    /// Whether a title as a whole finds its record in one of the title tiers: a quick look, which spares most titles the
    /// look at their words.
    private func isTitle(_ title: String, foundIn tier: MatchTier) -> Bool {
        if needsMarks || tier > .titlePrefix { return false }
        let folded = Folding.fold(title)
        return forms.contains { tier == .exact ? folded == $0.text : folded.begins(with: $0.start) }
    }

    /// The best tier that folded texts are found in; nil if they are not found.
    package func tier(of words: RecordWords) -> MatchTier? {
        forms.compactMap { tier(of: words, $0) }.min()
    }

    private func tier(of words: RecordWords, _ form: SearchText.Form) -> MatchTier? {
        if let tier = titleTier(of: words, form) { return tier }
        let title = words.titleWords
        if contains(title, form, wholeWords: true) { return .titleWords }
        if contains(title, form, wholeWords: false) { return .titleWordPrefixes }
        if contains(title + words.subtitleWords, form, wholeWords: false) { return .subtitle }
        if contains(title + words.subtitleWords + words.otherWords, form, wholeWords: false) { return .anywhere }
        return nil
    }

    /// The tier of titles that begin with a form, with the accents asked for.
    private func titleTier(of words: RecordWords, _ form: SearchText.Form) -> MatchTier? {
        if let marks = form.marks {
            let (asked, letters) = (Array(form.groups.joined()), Array(marks.joined()))
            let found = words.titleWords.filter { $0.has(asked, letters, at: 0, mayGoOn: form.isOpen) }
            if found.isEmpty { return nil }
            return found.contains { $0.words == asked } ? .exact : .titlePrefix
        }
        let titles = words.titles
        if titles.contains(form.text) { return .exact }
        return titles.contains { $0.begins(with: form.start) } ? .titlePrefix : nil
    }

    /// Whether every group is found; the last word of all may go on where the form is open, any other one where
    /// whole words are not asked for and it stands alone.
    private func contains(_ texts: [WordList], _ form: SearchText.Form, wholeWords: Bool) -> Bool {
        form.groups.indices.allSatisfy { index in
            let group = form.groups[index]
            let isLast = index == form.groups.count - 1
            let mayGoOn = isLast ? form.isOpen : !wholeWords && group.count == 1
            return texts.contains { $0.has(group, form.marks?[index], mayGoOn: mayGoOn) }
        }
    }
}
