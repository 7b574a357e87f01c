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

    /// The best tier the record is found in; nil when it is not found.
    package func tier(of record: Record, searchable columns: Set<String>? = nil) -> MatchTier? {
        tier(
            of: needsMarks
                ? RecordWords(written: record, searchable: columns) : RecordWords(record, searchable: columns))
    }

    /// The best tier that folded texts are found in; nil when they are not found.
    package func tier(of words: RecordWords) -> MatchTier? {
        forms.compactMap { tier(of: words, $0) }.min()
    }

    private func tier(of words: RecordWords, _ form: SearchText.Form) -> MatchTier? {
        let text = form.text
        let titles = words.titles
        if titles.contains(where: { $0 == text }), isWritten(form, in: words) { return .exact }
        let prefix = form.isOpen ? text : text + " "
        if titles.contains(where: { $0.begins(with: prefix) }), isWritten(form, in: words) { return .titlePrefix }
        let title = words.titleWords
        if contains(title, form, wholeWords: true) { return .titleWords }
        if contains(title, form, wholeWords: false) { return .titleWordPrefixes }
        if contains(title + words.subtitleWords, form, wholeWords: false) { return .subtitle }
        if contains(title + words.subtitleWords + words.otherWords, form, wholeWords: false) { return .anywhere }
        return nil
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

    /// Whether a title that begins with a form has the accents asked for.
    private func isWritten(_ form: SearchText.Form, in words: RecordWords) -> Bool {
        guard let marks = form.marks else { return true }
        return words.titleWords.contains {
            $0.has(Array(form.groups.joined()), Array(marks.joined()), at: 0, mayGoOn: form.isOpen)
        }
    }
}
