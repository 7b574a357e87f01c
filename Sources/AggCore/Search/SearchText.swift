/// The words of a query, folded, with the other spellings that are tried together with them.
public struct SearchText: Hashable, Sendable {
    /// A word or a phrase as it was typed.
    public struct Term: Hashable, Sendable {
        /// The text.
        public var text: String
        /// Whether its words must stand together in this order.
        public var isPhrase: Bool

        /// Makes a term.
        public init(_ text: String, isPhrase: Bool = false) {
            self.text = text
            self.isPhrase = isPhrase
        }
    }

    /// One spelling of the whole query.
    public struct Form: Hashable, Sendable {
        /// The folded words, in groups: one group a phrase, single words in groups of one.
        public let groups: [[String]]
        /// Whether the last word may go on; not when it stands for an abbreviation.
        public let isOpen: Bool

        /// The words in one text with single blanks.
        public let text: String

        init(groups: [[String]], isOpen: Bool) {
            self.groups = groups
            self.isOpen = isOpen
            text = groups.joined().joined(separator: " ")
        }
    }

    /// The query as typed, words joined by blanks.
    public let typed: String
    /// The spelling of the typed text: lower-case with its marks.
    public let spelling: String
    /// The forms that are tried together, the one that was typed first; none when the text has no letter or digit.
    public let forms: [Form]

    /// Makes the text of a query of its terms.
    public init(_ terms: [Term]) {
        self.init(alternatives: [terms])
    }

    /// Makes the text of a query that is met in several ways; the first counts as what was typed.
    init(alternatives: [[Term]]) {
        typed = (alternatives.first ?? []).map(\.text).joined(separator: " ")
        spelling = Folding.spelling(of: typed) ?? Folding.fold(typed)
        var forms: [Form] = []
        for terms in alternatives { Self.addForms(of: terms, to: &forms) }
        self.forms = forms
    }

    private static func addForms(of terms: [Term], to forms: inout [Form]) {
        for fold in [Folding.fold, { Folding.alternate(of: $0) ?? Folding.fold($0) }] {
            let groups = terms.flatMap { term -> [[String]] in
                let words = fold(term.text).split(separator: " ").map(String.init)
                return term.isPhrase ? [words] : words.map { [$0] }
            }.filter { !$0.isEmpty }
            for form in variants(of: groups) where !forms.contains(form) { forms.append(form) }
        }
    }

    /// Makes the text of a query of words as typed.
    public init(_ text: String) {
        self.init([Term(text)])
    }

    /// Whether there is nothing to look for.
    public var isBlank: Bool { forms.isEmpty }

    private static func variants(of groups: [[String]]) -> [Form] {
        let words = Array(groups.joined())
        guard !words.isEmpty else { return [] }
        return Abbreviations.variants(of: words).map { variant in
            var rest = variant[...]
            let regrouped = groups.map { group in
                defer { rest = rest.dropFirst(group.count) }
                return Array(rest.prefix(group.count))
            }
            return Form(groups: regrouped, isOpen: variant.last == words.last)
        }
    }
}
