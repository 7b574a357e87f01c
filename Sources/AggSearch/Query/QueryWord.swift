/// A word of a command line, as a query sees it.
package struct QueryWord: Hashable, Sendable {
    /// The text, without quotes and escapes.
    package var text: String
    /// The name before an unquoted colon, such as `country` in `country:"New Zealand"`; `text` is then what follows.
    package var qualifier: String?
    /// Whether the text was quoted, which makes it a phrase.
    package var isQuoted: Bool
    /// Whether a hyphen precedes it, which excludes records with it.
    package var isNegated: Bool
    /// Whether `!=` or `<>` comes before a quoted value, as in `country:!="New Zealand"`; before any other value, the
    /// sign is part of the text.
    package var isUnequal = false

    /// Creates a word.
    package init(_ text: String, qualifier: String? = nil, isQuoted: Bool = false, isNegated: Bool = false) {
        self.text = text
        self.qualifier = qualifier
        self.isQuoted = isQuoted
        self.isNegated = isNegated
    }

    /// The word that joins the terms on either side, so that either one is enough.
    package static let or = QueryWord("OR")
}
