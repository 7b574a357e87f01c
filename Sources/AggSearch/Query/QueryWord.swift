/// A word of a command line, as the query reads it.
package struct QueryWord: Hashable, Sendable {
    /// The text, quotes and escapes taken away.
    package var text: String
    /// The name before a colon that was not quoted, as `country` in `country:"New Zealand"`; `text` is then what follows.
    package var qualifier: String?
    /// Whether the text was quoted, which makes it a phrase.
    package var isQuoted: Bool
    /// Whether a hyphen stood before it, which asks for records without it.
    package var isNegated: Bool

    /// Makes a word.
    package init(_ text: String, qualifier: String? = nil, isQuoted: Bool = false, isNegated: Bool = false) {
        self.text = text
        self.qualifier = qualifier
        self.isQuoted = isQuoted
        self.isNegated = isNegated
    }

    /// The word that joins the terms beside it, so that one of them is enough.
    package static let or = QueryWord("OR")
}
