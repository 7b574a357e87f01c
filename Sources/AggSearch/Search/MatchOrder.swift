package import AggSource
import AggText

/// The order of answers: tier, favorites, prominence, exact spelling as typed, title, newest first, key.
///
/// A record that alternative titles find stands where the best of its titles puts it. The order is total inside a source, so that an answer has the same order every time.
package struct MatchOrder: Hashable, Sendable, Comparable {
    /// Tier, favorites, prominence and spelling in one number: it decides most comparisons.
    private let rank: Int
    private let foldedTitle: String
    private let date: RecordDate?
    private let key: String

    /// Makes the place of a match in the answer to a query.
    package init(_ match: SearchMatch, for text: SearchText) {
        let folded = Folding.fold(match.record.title)
        let title = MatchedTitle(
            match.record.title, folded: folded, spelling: Folding.spelling(of: match.record.title, folded: folded),
            alternatives: match.record.alternativeTitles, subtitle: match.record.subtitle, for: text, match.tier)
        rank = Self.rank(match.tier, match.isFavorite, match.record.prominence, title.isExactSpelling)
        foldedTitle = title.folded
        date = match.record.date
        key = match.record.key
    }

    /// Makes the place of a match of its parts, for a store that has them at hand.
    package init(
        tier: MatchTier, isFavorite: Bool, prominence: Int, isExactSpelling: Bool, foldedTitle: String,
        date: RecordDate?, key: String
    ) {
        rank = Self.rank(tier, isFavorite, prominence, isExactSpelling)
        self.foldedTitle = foldedTitle
        self.date = date
        self.key = key
    }

    /// Whether a match stands before another.
    package static func < (left: MatchOrder, right: MatchOrder) -> Bool {
        if left.rank != right.rank { return left.rank < right.rank }
        if left.foldedTitle != right.foldedTitle { return left.foldedTitle.isBefore(right.foldedTitle) }
        if left.date != right.date {
            guard let earlier = right.date else { return true }
            return left.date.map { $0 > earlier } ?? false
        }
        return left.key.isBefore(right.key)
    }

    /// The first differs before the second does, and so on: the lowest comes first.
    private static func rank(_ tier: MatchTier, _ isFavorite: Bool, _ prominence: Int, _ isExactSpelling: Bool) -> Int {
        ((tier.rank * 2 + (isFavorite ? 0 : 1)) * 8 + (7 - prominence)) * 2 + (isExactSpelling ? 0 : 1)
    }
}
