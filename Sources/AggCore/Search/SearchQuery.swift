/// A query as it was read: what is looked for, and what narrows it.
public struct SearchQuery: Hashable, Sendable {
    /// The words that are not filters.
    public var text: SearchText
    /// Whether anything but filters was typed.
    public var hasWords: Bool
    /// The sources asked; nil for all.
    public var sources: [SourceID]?
    /// The conditions on columns; a source without the column has no match.
    public var filters: [FieldFilter]
    /// Whether only favorites are looked at.
    public var onlyFavorites: Bool

    /// Makes a query.
    public init(
        text: SearchText = SearchText([]),
        hasWords: Bool = false,
        sources: [SourceID]? = nil,
        filters: [FieldFilter] = [],
        onlyFavorites: Bool = false
    ) {
        self.text = text
        self.hasWords = hasWords
        self.sources = sources
        self.filters = filters
        self.onlyFavorites = onlyFavorites
    }

    /// Whether nothing at all was asked: the answer is the favorites.
    public var isBlank: Bool { !hasWords && filters.isEmpty }
}

/// A word of a command line, as the query reads it.
public struct QueryWord: Hashable, Sendable {
    /// The text, quotes and escapes taken away.
    public var text: String
    /// The name before a colon that was not quoted, as `country` in `country:"New Zealand"`; `text` is then what follows.
    public var qualifier: String?
    /// Whether the text was quoted, which makes it a phrase.
    public var isQuoted: Bool

    /// Makes a word.
    public init(_ text: String, qualifier: String? = nil, isQuoted: Bool = false) {
        self.text = text
        self.qualifier = qualifier
        self.isQuoted = isQuoted
    }
}

/// A known qualifier with a value it does not take.
public struct QueryFault: Error, Hashable, Sendable {
    /// The word at fault.
    public var word: String
    /// What is wrong and what was expected.
    public var message: String

    /// Makes a fault.
    public init(word: String, message: String) {
        self.word = word
        self.message = message
    }
}
