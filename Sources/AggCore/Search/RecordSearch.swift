/// A search of the store.
public struct RecordSearch: Hashable, Sendable {
    /// What is looked for.
    public var text: SearchText
    /// The sources that are searched, with the conditions on their fields.
    public var sources: [SourceID: [FieldFilter]]
    /// The records that go first inside their tier.
    public var favorites: Set<RecordAddress>
    /// At most so many rows of each source.
    public var limit: Int

    /// Makes a search.
    public init(
        text: SearchText,
        sources: [SourceID: [FieldFilter]],
        favorites: Set<RecordAddress> = [],
        limit: Int
    ) {
        self.text = text
        self.sources = sources
        self.favorites = favorites
        self.limit = limit
    }
}

/// A condition on a column: its value, folded, is the one given.
public struct FieldFilter: Hashable, Sendable {
    /// The name of the column.
    public var column: String
    /// The value, as typed.
    public var value: String

    /// Makes a condition.
    public init(column: String, value: String) {
        self.column = column
        self.value = value
    }

    /// Whether a record meets the condition; an item of a list is enough.
    public func matches(_ record: Record) -> Bool {
        Self.matches(record[column], folded: Folding.fold(value))
    }

    /// Whether a value is the one wanted, which is folded already.
    package static func matches(_ value: FieldValue?, folded wanted: String) -> Bool {
        switch value {
        case nil: false
        case .list(let items): items.contains { Folding.fold($0) == wanted }
        case .some(let value): Folding.fold(value.text) == wanted
        }
    }
}

/// A record that a search found.
public struct SearchMatch: Hashable, Sendable {
    /// The record.
    public var record: Record
    /// How it was found.
    public var tier: MatchTier
    /// Whether it is a favorite.
    public var isFavorite: Bool

    /// Makes a match.
    public init(record: Record, tier: MatchTier, isFavorite: Bool) {
        self.record = record
        self.tier = tier
        self.isFavorite = isFavorite
    }
}

/// What a search found in one source.
public struct SourceMatches: Hashable, Sendable {
    /// The best matches in their order, at most as many as asked for.
    public var matches: [SearchMatch]
    /// Whether there are more.
    public var isTruncated: Bool

    /// Makes the matches of a source.
    public init(matches: [SearchMatch], isTruncated: Bool) {
        self.matches = matches
        self.isTruncated = isTruncated
    }
}
