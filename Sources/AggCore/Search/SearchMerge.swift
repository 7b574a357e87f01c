/// Puts the matches of several sources into one answer in which all of them have room.
///
/// Each source with a match keeps ⌈limit / (2 × sources with a match)⌉ rows of its best; the rest of the room goes by
/// rank. The answer as a whole is in the order of rank, sources in the order given where that is equal. Where an order is
/// asked for, that alone counts.
package enum SearchMerge {
    /// A match and the source it is from.
    package struct Row: Hashable, Sendable {
        /// The source.
        package var source: SourceID
        /// The match.
        package var match: SearchMatch
    }

    /// Merges; also says whether anything was left out.
    package static func merge(
        _ found: [(source: SourceID, matches: SourceMatches)], for text: SearchText, order: RecordOrder? = nil,
        limit: Int
    ) -> (rows: [Row], isTruncated: Bool) {
        let withMatches = found.filter { !$0.matches.matches.isEmpty }
        if let order { return merge(found, in: order, limit: limit) }
        // The matches of one source are in the order of rank already: nothing has to be folded to compare them.
        if withMatches.count == 1, let only = withMatches.first {
            let rows = only.matches.matches.prefix(limit).map { Row(source: only.source, match: $0) }
            let isTruncated = rows.count < only.matches.matches.count || found.contains { $0.matches.isTruncated }
            return (rows, isTruncated)
        }
        let ranked = withMatches.map { source, matches in
            matches.matches.map { (row: Row(source: source, match: $0), order: MatchOrder($0, for: text)) }
        }
        let rows = shared(ranked, limit: limit) { $0.order < $1.order }.map(\.row)
        let count = ranked.reduce(0) { $0 + $1.count }
        return (rows, rows.count < count || found.contains { $0.matches.isTruncated })
    }

    /// Shares the room of an answer among lists, each in its own order: all keep their first items, the rest goes by rank.
    ///
    /// Items of equal rank keep the order of their lists.
    static func shared<Item>(_ lists: [[Item]], limit: Int, by precedes: (Item, Item) -> Bool) -> [Item] {
        let lists = lists.filter { !$0.isEmpty }
        if lists.isEmpty { return [] }
        let room = (limit + 2 * lists.count - 1) / (2 * lists.count)
        var ranked = lists.enumerated().flatMap { list, items in
            items.enumerated().map { (item: $1, list: list, place: $0) }
        }
        ranked.sort { left, right in
            if precedes(left.item, right.item) { return true }
            return !precedes(right.item, left.item) && (left.list, left.place) < (right.list, right.place)
        }
        var free = limit - lists.reduce(0) { $0 + min(room, $1.count) }
        let kept = ranked.filter { ranked in
            if ranked.place < room { return true }
            free -= 1
            return free >= 0
        }
        return kept.prefix(limit).map(\.item)
    }

    private static func merge(
        _ found: [(source: SourceID, matches: SourceMatches)], in order: RecordOrder, limit: Int
    ) -> (rows: [Row], isTruncated: Bool) {
        let rows = found.flatMap { source, matches in matches.matches.map { Row(source: source, match: $0) } }
            .sorted { order.precedes($0.match.record, $1.match.record) }
        return (Array(rows.prefix(limit)), rows.count > limit || found.contains { $0.matches.isTruncated })
    }
}
