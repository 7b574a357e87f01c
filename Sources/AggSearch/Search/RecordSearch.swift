package import AggSource

/// A search of the store.
package struct RecordSearch: Hashable, Sendable {
    /// The words to search for.
    package var text: SearchText
    /// The sources to search, each with its resolved condition.
    package var sources: [SourceID: RecordCondition]
    /// The records that come first within their tier.
    package var favorites: Set<RecordAddress>
    /// The requested order; nil for the order by rank.
    package var order: RecordOrder?
    /// The maximum number of rows per source.
    package var limit: Int
    /// Whether the answer keeps room for each source, even if the rows of others rank higher.
    package var leavesRoom = true

    /// Creates a search.
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

/// A record found by a search.
package struct SearchMatch: Hashable, Sendable {
    /// The record.
    package var record: Record
    /// How it matched.
    package var tier: MatchTier
    /// Whether it is a favorite.
    package var isFavorite: Bool

    /// Creates a match.
    package init(record: Record, tier: MatchTier, isFavorite: Bool) {
        self.record = record
        self.tier = tier
        self.isFavorite = isFavorite
    }
}

/// The matches of a search in one source.
package struct SourceMatches: Hashable, Sendable {
    /// The best matches in order, up to the limit: at least those that can be in the merged answer (`SourceShare`).
    package var matches: [SearchMatch]
    /// Whether there are more matches than the limit.
    package var isTruncated: Bool
    /// The total number of matches; nil if counting them would cost more than finding these.
    package var total: Int?

    /// Creates the matches of a source; if not truncated and without a total, they are all of them.
    package init(matches: [SearchMatch], isTruncated: Bool, total: Int? = nil) {
        self.matches = matches
        self.isTruncated = isTruncated
        self.total = isTruncated ? total : total ?? matches.count
    }
}

/// The records for a store to count: those of each source that meet its condition and match the words.
package struct RecordSelection: Hashable, Sendable {
    /// The words; if blank, any record matches.
    package var text: SearchText
    /// The sources, each with its resolved condition.
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
