/// The order of answers: tier, favorites, prominence, exact spelling as typed, title, newest first, key.
///
/// It is total inside a source, so that an answer has the same order every time.
public struct MatchOrder: Hashable, Sendable, Comparable {
    private let tier: MatchTier
    private let isFavorite: Bool
    private let prominence: Int
    private let isExactSpelling: Bool
    private let foldedTitle: String
    private let date: RecordDate?
    private let key: String

    /// Makes the place of a match in the answer to a query.
    public init(_ match: SearchMatch, for text: SearchText) {
        tier = match.tier
        isFavorite = match.isFavorite
        prominence = match.record.prominence
        isExactSpelling = Self.isExactSpelling(match, text)
        foldedTitle = Folding.fold(match.record.title)
        date = match.record.date
        key = match.record.key
    }

    /// Whether a match stands before another.
    public static func < (left: MatchOrder, right: MatchOrder) -> Bool {
        if left.tier != right.tier { return left.tier < right.tier }
        if left.isFavorite != right.isFavorite { return left.isFavorite }
        if left.prominence != right.prominence { return left.prominence > right.prominence }
        if left.isExactSpelling != right.isExactSpelling { return left.isExactSpelling }
        if left.foldedTitle != right.foldedTitle { return left.foldedTitle.isBefore(right.foldedTitle) }
        if left.date != right.date {
            guard let earlier = right.date else { return true }
            return left.date.map { $0 > earlier } ?? false
        }
        return left.key.isBefore(right.key)
    }

    /// In the title tiers the title begins with the text as typed, marks and all; in the others every typed word begins
    /// a word of the record.
    private static func isExactSpelling(_ match: SearchMatch, _ text: SearchText) -> Bool {
        let title = Folding.spelling(of: match.record.title) ?? Folding.fold(match.record.title)
        if match.tier <= .titlePrefix { return title.hasPrefix(text.spelling) }
        let subtitle = match.record.subtitle.map { Folding.spelling(of: $0) ?? Folding.fold($0) } ?? ""
        let words = (title + " " + subtitle).split(separator: " ")
        return text.spelling.split(separator: " ").allSatisfy { typed in words.contains { $0.hasPrefix(typed) } }
    }
}

extension String {
    /// Whether the text stands before another by its UTF-8 bytes, which is SQLite's `BINARY` order too.
    package func isBefore(_ other: String) -> Bool {
        utf8.lexicographicallyPrecedes(other.utf8)
    }
}
