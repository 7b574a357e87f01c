/// A search of the store.
public struct RecordSearch: Hashable, Sendable {
    /// What is looked for.
    public var text: SearchText
    /// The sources that are searched, with what is asked of their records beside the words; it is decided for them.
    public var sources: [SourceID: RecordCondition]
    /// The records that go first inside their tier.
    public var favorites: Set<RecordAddress>
    /// The order of the answer; nil for that of rank.
    public var order: RecordOrder?
    /// At most so many rows of each source.
    public var limit: Int

    /// Makes a search.
    public init(
        text: SearchText,
        sources: [SourceID: RecordCondition],
        favorites: Set<RecordAddress> = [],
        order: RecordOrder? = nil,
        limit: Int
    ) {
        self.text = text
        self.sources = sources
        self.favorites = favorites
        self.order = order
        self.limit = limit
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
    /// How many there are in all; nil if counting them would cost more than finding these.
    public var total: Int?

    /// Makes the matches of a source; all of them if they are not truncated.
    public init(matches: [SearchMatch], isTruncated: Bool, total: Int? = nil) {
        self.matches = matches
        self.isTruncated = isTruncated
        self.total = isTruncated ? total : matches.count
    }
}
