/// How closely a match has the text of a query as typed, best first.
package enum SpellingFit: Int, Comparable, Hashable, Sendable {
    /// Exactly as typed, including accents and punctuation.
    case exact
    /// With the words typed, but other accents or punctuation: `St. Elmo` for `st elmo`.
    case words
    /// Only with a word that stands for one typed: `Saint Elmo` for `st elmo`.
    case variant

    /// Whether the first fit is closer.
    package static func < (first: SpellingFit, second: SpellingFit) -> Bool { first.rawValue < second.rawValue }
}

extension SearchText.Form {
    /// How closely a title that was found by this form has the text.
    package func fit(isExactSpelling: Bool) -> SpellingFit {
        if isExactSpelling { return .exact }
        return isVariant ? .variant : .words
    }
}
