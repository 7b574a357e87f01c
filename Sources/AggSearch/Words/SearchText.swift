import AggText

/// The words of a query, folded, with the other spellings that are tried together with them.
package struct SearchText: Hashable, Sendable {
    /// A word or a phrase as it was typed.
    package struct Term: Hashable, Sendable {
        /// The text.
        package var text: String
        /// Whether its words must stand together in this order.
        package var isPhrase: Bool

        /// Makes a term.
        package init(_ text: String, isPhrase: Bool = false) {
            self.text = text
            self.isPhrase = isPhrase
        }
    }

    /// One spelling of the whole query.
    package struct Form: Hashable, Sendable {
        /// The folded words, in groups: one group a phrase, single words in groups of one.
        package let groups: [[String]]
        /// Whether the last word may go on; not when it stands for an abbreviation.
        package let isOpen: Bool

        /// The words in one text with single blanks.
        package let text: String

        /// What a title that begins with the form begins with.
        package var start: String { isOpen ? text : text + " " }

        /// For each word of each group the accents that count; nil if none does.
        let marks: [[[String]]]?
        /// The words as they have to be written; nil if no accent counts.
        package let written: String?

        init(groups: [[MarkedText.Word]], isOpen: Bool, accents: Accents) {
            self.groups = groups.map { $0.map(\.folded) }
            self.isOpen = isOpen
            text = groups.joined().map(\.folded).joined(separator: " ")
            let isMarked = accents == .strict && groups.joined().contains(where: \.isMarked)
            marks = isMarked ? groups.map { $0.map(\.marks) } : nil
            written = isMarked ? groups.joined().map(\.written).joined(separator: " ") : nil
        }
    }

    /// The query as typed, words joined by blanks.
    package let typed: String
    /// The spelling of the typed text: lower-case with its marks.
    package let spelling: String
    /// The forms that are tried together, the one that was typed first; none when the text has no letter or digit.
    package let forms: [Form]

    /// Makes the text of a query of its terms.
    package init(_ terms: [Term], accents: Accents = .loose) {
        self.init(alternatives: [terms], accents: accents)
    }

    /// Makes the text of a query that is met in several ways; the first counts as what was typed.
    init(alternatives: [[Term]], accents: Accents = .loose) {
        typed = (alternatives.first ?? []).map(\.text).joined(separator: " ")
        spelling = Folding.spelling(of: typed) ?? Folding.fold(typed)
        var forms: [Form] = []
        for terms in alternatives { Self.addForms(of: terms, accents, to: &forms) }
        self.forms = forms
    }

    private static func addForms(of terms: [Term], _ accents: Accents, to forms: inout [Form]) {
        for isAlternate in [false, true] {
            let groups = terms.flatMap { term -> [[MarkedText.Word]] in
                let words = words(of: term.text, isAlternate, accents)
                return term.isPhrase ? [words] : words.map { [$0] }
            }.filter { !$0.isEmpty }
            for form in variants(of: groups, accents) where !forms.contains(form) { forms.append(form) }
        }
    }

    /// The words of a text; their accents are looked at only where they count.
    private static func words(of text: String, _ isAlternate: Bool, _ accents: Accents) -> [MarkedText.Word] {
        if accents == .strict, MarkedText.mayHaveMarks(text) { return MarkedText(text, isAlternate: isAlternate).words }
        let folded = isAlternate ? Folding.alternate(of: text) ?? Folding.fold(text) : Folding.fold(text)
        return folded.split(separator: " ").map { MarkedText.Word(plain: String($0)) }
    }

    /// Makes the text of a query of words as typed.
    package init(_ text: String, accents: Accents = .loose) {
        self.init([Term(text)], accents: accents)
    }

    /// Whether there is nothing to look for.
    package var isBlank: Bool { forms.isEmpty }
    /// Whether an accent counts, so that texts have to be looked at as they are written.
    package var hasMarks: Bool { forms.contains { $0.marks != nil } }

    private static func variants(of groups: [[MarkedText.Word]], _ accents: Accents) -> [Form] {
        let words = Array(groups.joined())
        guard !words.isEmpty else { return [] }
        return Abbreviations.variants(of: words.map(\.folded)).compactMap { variant in
            var rest = zip(words, variant).map { word, other in
                word.folded == other ? word : MarkedText.Word(plain: other)
            }[...]
            // What was typed with an accent stands for no other word.
            if zip(words, rest).contains(where: { $0.isMarked && $0 != $1 }) { return nil }
            let regrouped = groups.map { group in
                defer { rest = rest.dropFirst(group.count) }
                return Array(rest.prefix(group.count))
            }
            return Form(groups: regrouped, isOpen: variant.last == words.last?.folded, accents: accents)
        }
    }
}

extension SearchText {
    /// The characters of a text that the query matches, as ranges of their places, in order and apart.
    ///
    /// A word is matched from its beginning, in each spelling of the query and of the text that the search tries: `munchen`
    /// and `muenchen` both match all of `München`, and `mun` its first three letters.
    package func matchedCharacters(of text: String) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for isAlternate in [false, true] {
            if isAlternate, Folding.alternate(of: text) == nil { break }
            let letters = FoldedLetters(text, isAlternate: isAlternate)
            let marks = hasMarks ? MarkedText(text, isAlternate: isAlternate).words : []
            let words = marks.count == letters.words.count ? WordList(marks) : WordList(folded: letters.text)
            for form in forms { ranges += form.matches(in: words).map { $0.characters(of: letters) } }
        }
        return Self.joined(ranges)
    }

    /// Ranges in order, those that touch made one.
    private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var joined: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, range.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        return joined
    }
}

/// Words of a text that a group of a query's words matches: the first one, how many, and the bytes matched of the last.
private struct WordMatch {
    let first: Int
    let count: Int
    let lastBytes: Int

    /// The characters of the words matched.
    func characters(of letters: FoldedLetters) -> Range<Int> {
        letters.characters(from: letters.words[first], to: letters.words[first + count - 1] + lastBytes)
    }
}

extension SearchText.Form {
    fileprivate func matches(in list: WordList) -> [WordMatch] {
        groups.indices.flatMap { index -> [WordMatch] in
            let group = groups[index]
            let mayGoOn = index == groups.count - 1 ? isOpen : group.count == 1
            guard let last = group.last, group.count <= list.words.count else { return [] }
            return (0...(list.words.count - group.count)).filter {
                list.has(group, marks?[index], at: $0, mayGoOn: mayGoOn)
            }.map { WordMatch(first: $0, count: group.count, lastBytes: last.utf8.count) }
        }
    }
}

/// What an accent that was typed counts for; plain letters match accented ones in either case.
package enum Accents: String, CaseIterable, Hashable, Sendable {
    /// Letters match whatever their accents.
    case loose
    /// A letter that was typed with an accent matches only itself.
    case strict
}
