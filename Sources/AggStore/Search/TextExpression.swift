import AggStorage
import AggSearch

/// The query of a tier for the text index, in FTS5's query language.
///
/// Every word is quoted, so that no text acts as an operator.
struct TextExpression {
    /// The maximum number of groups in a form, and of words in a group; further words are checked in the rows.
    static let wordLimit = 16

    let text: String
    /// Whether every row found is a match; otherwise each has to be checked.
    let isExact: Bool

    /// Returns the expression for a word that may be a prefix; nil if no word in the index starts with it.
    typealias Begun = (_ start: String) throws -> String?

    /// Creates the expression for a word tier, with open words as prefixes.
    init(_ forms: [SearchText.Form], _ tier: MatchTier) {
        self.init(forms, tier) { Self.prefix($0) }
    }

    /// Creates the expression for a word tier.
    init(_ forms: [SearchText.Form], _ tier: MatchTier, begun: Begun) rethrows {
        let isLong = forms.contains { $0.groups.count > Self.wordLimit }
        // The forms of a long text may differ only in words that are cut off.
        var asked: [String] = []
        for form in forms {
            let expression = try "(" + Self.expression(form, tier, begun) + ")"
            if !isLong || !asked.contains(expression) { asked.append(expression) }
        }
        text = asked.joined(separator: " OR ")
        isExact = !isLong && forms.allSatisfy { $0.written == nil && $0.groups.allSatisfy { $0.count == 1 } }
    }

    /// The expression for rows that also contain other words, each in the form stored in the index.
    func text(with words: [String]) -> String {
        words.isEmpty ? text : (["(" + text + ")"] + words).joined(separator: " AND ")
    }

    /// A whole word.
    static func word(_ word: String) -> String { "\"" + word + "\"" }

    /// A whole word in the value of a column.
    static func columnWord(_ word: String) -> String {
        "(" + SearchableText.columnMarks.map { Self.word($0 + word) }.joined(separator: " OR ") + ")"
    }

    /// All words with a prefix.
    static func prefix(_ start: String) -> String { word(start) + " *" }

    private static func expression(_ form: SearchText.Form, _ tier: MatchTier, _ begun: Begun) rethrows -> String {
        try form.groups.prefix(wordLimit).enumerated().map { index, group in
            let mayGoOn = form.mayGoOn(index, wholeWords: tier <= .titleWords)
            let places = try marks(tier).compactMap { try words(group, marked: $0, mayGoOn, begun) }
            // No word in the index starts with the last one, so it isn't in the index itself and finds no rows.
            return "(" + (places.isEmpty ? word(group[group.count - 1]) : places.joined(separator: " OR ")) + ")"
        }.joined(separator: " AND ")
    }

    /// The words of a group in one part of a record; nil if the last may be a prefix and no word in the index starts
    /// with it.
    private static func words(
        _ group: [String], marked mark: String, _ mayGoOn: Bool, _ begun: Begun
    ) rethrows -> String? {
        var words = group.prefix(wordLimit).map { word(mark + $0) }
        if mayGoOn, group.count <= wordLimit, let last = group.last {
            guard let expression = try begun(mark + last) else { return nil }
            words[words.count - 1] = expression
        }
        // The index has no positions, so a phrase finds the rows that contain all of its words.
        return words.count > 1 ? "(" + words.joined(separator: " AND ") + ")" : words.first
    }

    private static func marks(_ tier: MatchTier) -> [String] {
        switch tier {
        case .exact, .titlePrefix, .titleWords, .titleWordPrefixes: [""]
        case .subtitle: ["", SearchableText.Place.subtitle.mark]
        case .anywhere: ["", SearchableText.Place.subtitle.mark, SearchableText.Place.other.mark]
        }
    }
}
