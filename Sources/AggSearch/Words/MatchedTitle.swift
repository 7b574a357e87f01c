import AggText

/// The title that determines a match's position: the best of its matching titles.
package struct MatchedTitle: Hashable, Sendable {
    /// The folded title.
    package let folded: String
    /// Whether a query that starts no title has all words of this one, such as “Reading” for `reading uk`.
    package let isWhole: Bool
    /// How closely the match has the text as typed.
    package let fit: SpellingFit

    /// Finds the matching title of a record that was found in a tier.
    ///
    /// - Parameters:
    ///   - title: The title of the record, evaluated only if needed.
    ///   - folded: The folded title, which the store already has.
    ///   - spelling: Its spelling; nil if equal to the folded title.
    ///   - alternatives: The alternative titles of the record.
    ///   - subtitle: The subtitle of the record.
    ///   - text: The text that was searched for.
    ///   - tier: The tier in which it was found.
    package init(
        _ title: @autoclosure () -> String, folded: String, spelling: String?, alternatives: [String],
        subtitle: String?, for text: SearchText, _ tier: MatchTier
    ) {
        let own = spelling ?? folded
        guard tier <= .titlePrefix else {
            self.init(
                folded: folded, isWhole: Self.isWhole(folded, alternatives, text),
                fit: Self.fit(text, title(), own: own, alternatives: alternatives, subtitle: subtitle))
            return
        }
        let name = title()
        var ownForms: [String] { [folded, Folding.alternate(of: name)].compactMap(\.self) }
        let others = TitleForm.forms(of: alternatives.filter { Self.mayBegin($0, with: text) })
        var found = others.filter { Self.finds(text, tier, [$0.folded], of: $0.title) }.map {
            MatchedTitle(
                folded: $0.folded, fit: Self.fit(text, tier, [$0.folded], of: $0.title, spelled: $0.spelling))
        }
        if found.isEmpty || Self.finds(text, tier, ownForms, of: name) {
            let fit = Self.fit(text, tier, ownForms, of: name, spelled: own)
            found.append(MatchedTitle(folded: folded, fit: fit))
        }
        self = found.dropFirst().reduce(found[0]) { $1.precedes($0) ? $1 : $0 }
    }

    /// Creates a matched title from a store's result.
    package init(folded: String, isWhole: Bool = false, fit: SpellingFit = .variant) {
        self.folded = folded
        self.isWhole = isWhole
        self.fit = fit
    }

    private func precedes(_ other: MatchedTitle) -> Bool {
        fit == other.fit ? folded.isBefore(other.folded) : fit < other.fit
    }

    /// Whether a text matches one of the folded forms of a title in the tier `exact` or `title-prefix`.
    private static func finds(
        _ text: SearchText, _ tier: MatchTier, _ titles: [String], of title: String, asTyped: Bool = false
    ) -> Bool {
        text.forms.contains { form in
            if asTyped, form.isVariant { return false }
            guard titles.contains(where: { tier == .exact ? $0 == form.text : $0.begins(with: form.start) }) else {
                return false
            }
            return form.written.map { WrittenWords.title(title, beginsWith: $0, isOpen: form.isOpen) } ?? true
        }
    }

    /// Whether a title may start with a text, judged by its script alone.
    private static func mayBegin(_ title: String, with text: SearchText) -> Bool {
        Folding.mayHaveASCII(title) || !text.forms.allSatisfy { Folding.mayHaveASCII($0.text) }
    }

    /// Whether a title with this many bytes can be whole.
    package static func mayBeWhole(_ text: SearchText, bytes: Int) -> Bool {
        text.forms.contains { $0.text.utf8.count >= bytes && $0.groups.joined().dropFirst().first != nil }
    }

    /// Whether one of the titles has only words of the text.
    private static func isWhole(_ folded: String, _ alternatives: [String], _ text: SearchText) -> Bool {
        func isWhole(_ title: String) -> Bool {
            guard mayBeWhole(text, bytes: title.utf8.count) else { return false }
            let words = title.split(separator: " ")
            return text.forms.contains { form in
                words.allSatisfy { word in form.groups.joined().contains { $0 == word } }
            }
        }
        // Folding can shorten a title, but hardly to half its length.
        return isWhole(folded)
            || alternatives.contains { mayBeWhole(text, bytes: $0.utf8.count / 2) && isWhole(Folding.fold($0)) }
    }

    /// How closely a title found in the tier `exact` or `title-prefix` has the text.
    private static func fit(
        _ text: SearchText, _ tier: MatchTier, _ titles: @autoclosure () -> [String], of title: String,
        spelled spelling: String
    ) -> SpellingFit {
        if spelling.begins(with: text.spelling) { return .exact }
        return !text.hasVariants || finds(text, tier, titles(), of: title, asTyped: true) ? .words : .variant
    }

    /// How closely a match in the other tiers has the text: every typed word must start a word of a title or the
    /// subtitle.
    private static func fit(
        _ text: SearchText, _ title: @autoclosure () -> String, own: String, alternatives: [String], subtitle: String?
    ) -> SpellingFit {
        if isExactSpelling(text, own: own, alternatives: alternatives, subtitle: subtitle) { return .exact }
        if !text.hasVariants { return .words }
        let names = TitleForm.forms(of: [title()] + alternatives + [subtitle].compactMap(\.self))
        let hasWords = text.forms.contains { form in
            !form.isVariant
                && form.groups.joined().allSatisfy { word in
                    names.contains { $0.folded.hasWord(beginningWith: word) }
                }
        }
        return hasWords ? .words : .variant
    }

    private static func isExactSpelling(
        _ text: SearchText, own: String, alternatives: [String], subtitle: String?
    ) -> Bool {
        // A comma separates a name from its country: “paris, france”.
        var missing = text.spelling.split { $0 == " " || $0 == "," }.filter { !own.hasWord(beginningWith: $0) }
        if !missing.isEmpty, !alternatives.isEmpty {
            let others = TitleForm.forms(of: alternatives)
            missing.removeAll { word in others.contains { $0.spelling.hasWord(beginningWith: word) } }
        }
        guard !missing.isEmpty, let subtitle else { return missing.isEmpty }
        let spelling = Folding.spelling(of: subtitle) ?? Folding.fold(subtitle)
        return missing.allSatisfy { spelling.hasWord(beginningWith: $0) }
    }
}

extension String {
    /// Whether one of the space-separated words starts with a text.
    fileprivate func hasWord(beginningWith start: some StringProtocol) -> Bool {
        let (blank, bytes) = (UInt8(ascii: " "), utf8)
        var word = bytes.startIndex
        while word < bytes.endIndex {
            if bytes[word...].starts(with: start.utf8) { return true }
            guard let end = bytes[word...].firstIndex(of: blank) else { return false }
            word = bytes.index(after: end)
        }
        return false
    }
}

/// A folded form of an alternative title, which is searched like a title.
package struct TitleForm: Hashable, Sendable {
    /// The alternative title.
    package let title: String
    /// The folded title, with or without ä, ö, ü, and å expanded.
    package let folded: String
    /// The title in lower case, with its accents.
    package let spelling: String

    /// The forms of alternative titles, in order; titles without a letter or digit have none.
    package static func forms(of titles: [String]) -> [TitleForm] {
        titles.flatMap { title -> [TitleForm] in
            let folded = Folding.fold(title)
            if folded.isEmpty { return [] }
            let spelling = Folding.spelling(of: title, folded: folded) ?? folded
            return [folded, Folding.alternate(of: title)].compactMap { form in
                form.map { TitleForm(title: title, folded: $0, spelling: spelling) }
            }
        }
    }
}
