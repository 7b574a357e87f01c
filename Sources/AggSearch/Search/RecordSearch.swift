package import AggSource

/// A search of the store.
package struct RecordSearch: Hashable, Sendable {
    /// What is looked for.
    package var text: SearchText
    /// The sources that are searched, with what is asked of their records beside the words; it is decided for them.
    package var sources: [SourceID: RecordCondition]
    /// The records that go first inside their tier.
    package var favorites: Set<RecordAddress>
    /// The order of the answer; nil for that of rank.
    package var order: RecordOrder?
    /// At most so many rows of each source.
    package var limit: Int

    /// Makes a search.
    package init(
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
package struct SearchMatch: Hashable, Sendable {
    /// The record.
    package var record: Record
    /// How it was found.
    package var tier: MatchTier
    /// Whether it is a favorite.
    package var isFavorite: Bool

    /// Makes a match.
    package init(record: Record, tier: MatchTier, isFavorite: Bool) {
        self.record = record
        self.tier = tier
        self.isFavorite = isFavorite
    }
}

/// What a search found in one source.
package struct SourceMatches: Hashable, Sendable {
    /// The best matches in their order, at most as many as asked for.
    package var matches: [SearchMatch]
    /// Whether there are more.
    package var isTruncated: Bool
    /// How many there are in all; nil if counting them would cost more than finding these.
    package var total: Int?

    /// Makes the matches of a source; all of them if they are not truncated.
    package init(matches: [SearchMatch], isTruncated: Bool, total: Int? = nil) {
        self.matches = matches
        self.isTruncated = isTruncated
        self.total = isTruncated ? total : matches.count
    }
}

/// Which records a store counts: of each source those that meet its condition and have the words.
package struct RecordSelection: Hashable, Sendable {
    /// The words; blank for records with any.
    package var text: SearchText
    /// The sources, with what is asked of their records; it is decided for them.
    package var sources: [SourceID: RecordCondition]

    /// Creates a selection.
    package init(text: SearchText = SearchText(""), sources: [SourceID: RecordCondition]) {
        self.text = text
        self.sources = sources
    }

    /// Creates a selection of all records of some sources.
    package init(allOf sources: [SourceID]) {
        self.init(sources: Dictionary(sources.map { ($0, .always) }, uniquingKeysWith: { first, _ in first }))
    }
}
