import AggText

/// The folded words of a query, with the alternate spellings that are tried along with them.
package struct SearchText: Hashable, Sendable {
    /// A word or phrase as typed.
    package struct Term: Hashable, Sendable {
        /// The text.
        package var text: String
        /// Whether its words must be adjacent, in this order.
        package var isPhrase: Bool

        /// Creates a term.
        package init(_ text: String, isPhrase: Bool = false) {
            self.text = text
            self.isPhrase = isPhrase
        }
    }

    /// One spelling of the whole query.
    package struct Form: Hashable, Sendable {
        /// The folded words in groups: one group per phrase or run of one-letter words, other words in groups of one.
        package let groups: [[String]]
        /// Whether the last word of each group is matched only as a whole, because it stands for another spelling of the
        /// word typed: `st` for `saint`.
        private let isExchanged: [Bool]
        /// Whether it has another word than the one typed: `saint elmo` for `st elmo`.
        package let isVariant: Bool

        /// The words joined by single spaces.
        package let text: String

        /// Whether the last word may be a prefix.
        package var isOpen: Bool { isExchanged.last == false }

        /// Whether the last word of a group may be a prefix: in the last group, and in a tier of prefixes also a single
        /// word.
        package func mayGoOn(_ group: Int, wholeWords: Bool) -> Bool {
            !isExchanged[group] && (group == groups.count - 1 || !wholeWords && groups[group].count == 1)
        }

        /// The prefix of all titles that start with this form.
        package var start: String { isOpen ? text : text + " " }

        /// The accents that matter, for each word of each group; nil if none do.
        let marks: [[[String]]]?
        /// The words with required accents; nil if no accents matter.
        package let written: String?

        init(groups: [[MarkedText.Word]], typed: [[MarkedText.Word]], accents: Accents) {
            self.groups = groups.map { $0.map(\.folded) }
            isExchanged = zip(groups, typed).map { $0.last?.folded != $1.last?.folded }
            isVariant = zip(groups.joined(), typed.joined()).contains { $0.folded != $1.folded }
            text = groups.joined().map(\.folded).joined(separator: " ")
            let isMarked = accents == .strict && groups.joined().contains(where: \.isMarked)
            marks = isMarked ? groups.map { $0.map(\.marks) } : nil
            written = isMarked ? groups.joined().map(\.written).joined(separator: " ") : nil
        }
    }

    /// The query as typed, with words joined by spaces.
    package let typed: String
    /// The spelling of the typed text: lower case, with accents.
    package let spelling: String
    /// The forms that are tried, starting with the one typed; empty if the text has no letter or digit.
    package let forms: [Form]

    /// Creates the text of a query from its terms.
    package init(_ terms: [Term], accents: Accents = .loose) {
        self.init(alternatives: [terms], accents: accents)
    }

    /// Creates the text of a query that can be met in several ways; the first counts as typed.
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
                return term.isPhrase ? [words] : runs(of: words, in: term.text, isAlternate)
            }.filter { !$0.isEmpty }
            for form in variants(of: groups, accents) where !forms.contains(form) { forms.append(form) }
        }
    }

    /// The words of a text, with their accents only if accents matter.
    private static func words(of text: String, _ isAlternate: Bool, _ accents: Accents) -> [MarkedText.Word] {
        if accents == .strict, MarkedText.mayHaveMarks(text) { return MarkedText(text, isAlternate: isAlternate).words }
        let folded = isAlternate ? Folding.alternate(of: text) ?? Folding.fold(text) : Folding.fold(text)
        return folded.split(separator: " ").map { MarkedText.Word(plain: String($0)) }
    }

    /// The words in groups of one, except that one-letter words typed without a blank, such as `東京`, stay together.
    private static func runs(
        of words: [MarkedText.Word], in text: String, _ isAlternate: Bool
    ) -> [[MarkedText.Word]] {
        guard words.count > 1, MarkedText.mayHaveMarks(text) else { return words.map { [$0] } }
        let letters = FoldedLetters(text, isAlternate: isAlternate)
        guard letters.words.count == words.count else { return words.map { [$0] } }
        var runs: [[MarkedText.Word]] = []
        for (index, word) in words.enumerated() {
            if letters.isJoined(index), words[index - 1].folded.count == 1, word.folded.count == 1 {
                runs[runs.count - 1].append(word)
            } else {
                runs.append([word])
            }
        }
        return runs
    }

    /// Creates the text of a query from words as typed.
    package init(_ text: String, accents: Accents = .loose) {
        self.init([Term(text)], accents: accents)
    }

    /// Whether there is nothing to search for.
    package var isBlank: Bool { forms.isEmpty }
    /// Whether forms with other words than those typed are tried.
    var hasVariants: Bool { forms.contains(where: \.isVariant) }
    /// Whether accents matter, so that texts must be compared as written.
    package var hasMarks: Bool { forms.contains { $0.marks != nil } }

    private static func variants(of groups: [[MarkedText.Word]], _ accents: Accents) -> [Form] {
        let words = Array(groups.joined())
        guard !words.isEmpty else { return [] }
        return Abbreviations.variants(of: words.map(\.folded)).compactMap { variant in
            var rest = zip(words, variant).map { word, other in
                word.folded == other ? word : MarkedText.Word(plain: other)
            }[...]
            // A word typed with an accent has no other spelling.
            if zip(words, rest).contains(where: { $0.isMarked && $0 != $1 }) { return nil }
            let regrouped = groups.map { group in
                defer { rest = rest.dropFirst(group.count) }
                return Array(rest.prefix(group.count))
            }
            return Form(groups: regrouped, typed: groups, accents: accents)
        }
    }
}

extension SearchText {
    /// The ranges of characters in a text that match the query, ordered and disjoint.
    ///
    /// A word is matched from its start, in every spelling of the query and the text that the search tries: `munchen`
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

    /// The ranges in order, merging adjacent ones.
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

/// Words of a text that match a group of query words: the first, their number, and the bytes matched in the last.
private struct WordMatch {
    let first: Int
    let count: Int
    let lastBytes: Int

    /// The characters of the matched words.
    func characters(of letters: FoldedLetters) -> Range<Int> {
        letters.characters(from: letters.words[first], to: letters.words[first + count - 1] + lastBytes)
    }
}

extension SearchText.Form {
    fileprivate func matches(in list: WordList) -> [WordMatch] {
        groups.indices.flatMap { index -> [WordMatch] in
            let group = groups[index]
            let mayGoOn = mayGoOn(index, wholeWords: false)
            guard let last = group.last, group.count <= list.words.count else { return [] }
            return (0...(list.words.count - group.count)).filter {
                list.has(group, marks?[index], at: $0, mayGoOn: mayGoOn)
            }.map { WordMatch(first: $0, count: group.count, lastBytes: last.utf8.count) }
        }
    }
}

/// How typed accents are matched; plain letters always match accented ones.
package enum Accents: String, CaseIterable, Hashable, Sendable {
    /// Accents are ignored.
    case loose
    /// A letter typed with an accent matches only itself.
    case strict
}
