import AggCore

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

    /// Makes the expression for a tier of words.
    init(_ forms: [SearchText.Form], _ tier: MatchTier) {
        let isLong = forms.contains { $0.groups.count > Self.wordLimit }
        // Long texts are rare, and have many forms.
        let asked = isLong ? Array(forms.prefix(1)) : forms
        text = asked.map { "(" + Self.expression($0, tier) + ")" }.joined(separator: " OR ")
        isExact = !isLong && forms.allSatisfy { $0.written == nil && $0.groups.allSatisfy { $0.count == 1 } }
    }

    /// The expression for rows that also have other words, each as it stands in the index.
    func text(with words: [String]) -> String {
        words.isEmpty ? text : (["(" + text + ")"] + words).joined(separator: " AND ")
    }

    private static func expression(_ form: SearchText.Form, _ tier: MatchTier) -> String {
        form.groups.prefix(wordLimit).enumerated().map { index, group in
            let isLast = index == form.groups.count - 1
            let mayGoOn = isLast ? form.isOpen : tier > .titleWords && group.count == 1
            let places = marks(tier).map { mark in
                // The index keeps no positions, so of a phrase it finds the rows that have all of its words.
                let words = group.map { "\"" + mark + $0 + "\"" }.joined(separator: " AND ") + (mayGoOn ? " *" : "")
                return group.count > 1 ? "(" + words + ")" : words
            }
            return "(" + places.joined(separator: " OR ") + ")"
        }.joined(separator: " AND ")
    }

    private static func marks(_ tier: MatchTier) -> [String] {
        switch tier {
        case .exact, .titlePrefix, .titleWords, .titleWordPrefixes: [""]
        case .subtitle: ["", SearchableText.Place.subtitle.mark]
        case .anywhere: ["", SearchableText.Place.subtitle.mark, SearchableText.Place.other.mark]
        }
    }
}
