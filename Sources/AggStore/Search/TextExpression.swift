import AggSearch

/// What is asked of the text index for a tier, in the query language of FTS5.
///
/// Every word stands in quotes, so that no text is an operator.
struct TextExpression {
    /// More words than these are not asked for, but looked at in the rows.
    static let wordLimit = 16

    /// The expression.
    let text: String
    /// Whether every row that is found is right; if not, each has to be looked at.
    let isExact: Bool

    /// What is asked for a word that may go on; nil if no word of the index begins so.
    typealias Begun = (_ start: String) throws -> String?

    /// Makes the expression for a tier of words, those that may go on as prefixes.
    init(_ forms: [SearchText.Form], _ tier: MatchTier) {
        self.init(forms, tier) { Self.prefix($0) }
    }

    /// Makes the expression for a tier of words.
    init(_ forms: [SearchText.Form], _ tier: MatchTier, begun: Begun) rethrows {
        let isLong = forms.contains { $0.groups.count > Self.wordLimit }
        // Long texts are rare, and have many forms.
        let asked = isLong ? Array(forms.prefix(1)) : forms
        text = try asked.map { try "(" + Self.expression($0, tier, begun) + ")" }.joined(separator: " OR ")
        isExact = !isLong && forms.allSatisfy { $0.written == nil && $0.groups.allSatisfy { $0.count == 1 } }
    }

    /// The expression for rows that also have other words, each as it stands in the index.
    func text(with words: [String]) -> String {
        words.isEmpty ? text : (["(" + text + ")"] + words).joined(separator: " AND ")
    }

    /// A whole word.
    static func word(_ word: String) -> String { "\"" + word + "\"" }

    /// All words that begin so.
    static func prefix(_ start: String) -> String { word(start) + " *" }

    private static func expression(_ form: SearchText.Form, _ tier: MatchTier, _ begun: Begun) rethrows -> String {
        try form.groups.prefix(wordLimit).enumerated().map { index, group in
            let isLast = index == form.groups.count - 1
            let mayGoOn = isLast ? form.isOpen : tier > .titleWords && group.count == 1
            let places = try marks(tier).compactMap { try words(group, marked: $0, mayGoOn, begun) }
            // No word of the index begins like the last one: nor is it one, and asking for it finds no row.
            return "(" + (places.isEmpty ? word(group[group.count - 1]) : places.joined(separator: " OR ")) + ")"
        }.joined(separator: " AND ")
    }

    /// The words of a group in one place; nil if the last may go on and no word of the index begins like it.
    private static func words(
        _ group: [String], marked mark: String, _ mayGoOn: Bool, _ begun: Begun
    ) rethrows -> String? {
        var words = group.map { word(mark + $0) }
        if mayGoOn, let last = group.last {
            guard let expression = try begun(mark + last) else { return nil }
            words[words.count - 1] = expression
        }
        // The index keeps no positions, so of a phrase it finds the rows that have all of its words.
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
