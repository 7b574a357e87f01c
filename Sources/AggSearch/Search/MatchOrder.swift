package import AggSource
import AggText

/// The order of answers: tier, favorites, prominence, whole title, spelling, title, newest first, key.
///
/// A record matched by an alternative title is ordered by its best matching title. The order is total within a source,
/// so an answer always has the same order.
package struct MatchOrder: Hashable, Sendable, Comparable {
    /// Tier, favorites, prominence, and the fit of the title in one number, which decides most comparisons.
    private let rank: Int
    private let foldedTitle: String
    private let date: RecordDate?
    private let key: String

    /// Creates the position of a match in the answer to a query.
    package init(_ match: SearchMatch, for text: SearchText) {
        let folded = Folding.fold(match.record.title)
        self.init(
            tier: match.tier, isFavorite: match.isFavorite, prominence: match.record.prominence,
            title: MatchedTitle(
                match.record.title, folded: folded, spelling: Folding.spelling(of: match.record.title, folded: folded),
                alternatives: match.record.alternativeTitles, subtitle: match.record.subtitle, for: text, match.tier),
            date: match.record.date, key: match.record.key)
    }

    /// Creates the position of a match from its parts, for a store that already has them.
    package init(
        tier: MatchTier, isFavorite: Bool, prominence: Int, title: MatchedTitle, date: RecordDate?, key: String
    ) {
        rank = Self.rank(tier, isFavorite, prominence, isWhole: title.isWhole, title.fit)
        foldedTitle = title.folded
        self.date = date
        self.key = key
    }

    /// Whether a match comes before another.
    package static func < (left: MatchOrder, right: MatchOrder) -> Bool {
        if left.rank != right.rank { return left.rank < right.rank }
        if left.foldedTitle != right.foldedTitle { return left.foldedTitle.isBefore(right.foldedTitle) }
        if left.date != right.date {
            guard let earlier = right.date else { return true }
            return left.date.map { $0 > earlier } ?? false
        }
        return left.key.isBefore(right.key)
    }

    /// Whether the match comes before any in a tier with this folded title that is not a favorite, whatever the spelling,
    /// the date, and the key of that one.
    package func precedes(
        _ tier: MatchTier, _ prominence: Int, foldedTitle: UnsafeBufferPointer<UInt8>, mayBeWhole: Bool
    ) -> Bool {
        let best = Self.rank(tier, false, prominence, isWhole: mayBeWhole, .exact)
        return rank == best ? self.foldedTitle.utf8.lexicographicallyPrecedes(foldedTitle) : rank < best
    }

    /// Combines the criteria by significance; the lowest rank comes first.
    private static func rank(
        _ tier: MatchTier, _ isFavorite: Bool, _ prominence: Int, isWhole: Bool, _ fit: SpellingFit
    ) -> Int {
        ((tier.rank * 2 + (isFavorite ? 0 : 1)) * 8 + (7 - prominence)) * 8 + (isWhole ? 0 : 4) + fit.rawValue
    }
}
