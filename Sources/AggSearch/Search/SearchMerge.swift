package import AggSource

/// Merges the matches of several sources into one answer with room for all of them.
///
/// Each source has its share of the rows (`SourceShare`), unless the sources were chosen. The answer is ordered by
/// rank, with ties in the given order of sources. If an order was requested, only that counts.
package enum SearchMerge {
    /// A match and its source.
    package struct Row: Hashable, Sendable {
        /// The source.
        package var source: SourceID
        /// The match.
        package var match: SearchMatch
    }

    /// Merges the matches, and reports whether anything was left out.
    package static func merge(
        _ found: [(source: SourceID, matches: SourceMatches)], for text: SearchText, order: RecordOrder? = nil,
        limit: Int, leavesRoom: Bool = true
    ) -> (rows: [Row], isTruncated: Bool) {
        let withMatches = found.filter { !$0.matches.matches.isEmpty }
        if let order { return merge(found, in: order, limit: limit) }
        let isTruncated = found.contains { $0.matches.isTruncated }
        let count = found.reduce(0) { $0 + ($1.matches.total ?? $1.matches.matches.count) }
        // The matches of a single source are already ordered by rank, so there is nothing to fold and compare.
        if withMatches.count == 1, let only = withMatches.first {
            let rows = only.matches.matches.prefix(limit).map { Row(source: only.source, match: $0) }
            return (rows, isTruncated || rows.count < count)
        }
        let lists = withMatches.map { source, matches in matches.matches.map { Row(source: source, match: $0) } }
        let rows = shared(
            lists, limit: limit, leavesRoom: leavesRoom, place: { MatchOrder($0.match, for: text) }, by: <)
        return (rows, isTruncated || rows.count < count)
    }

    /// Divides an answer among ordered lists: each keeps its first items if `leavesRoom` is set, and the rest is filled
    /// by rank.
    ///
    /// Items of equal rank keep the order of their lists. An item's rank is computed only when it becomes the first of
    /// its list.
    package static func shared<Item, Place>(
        _ lists: [[Item]], limit: Int, leavesRoom: Bool = true, place: (Item) -> Place,
        by precedes: (Place, Place) -> Bool
    ) -> [Item] {
        let lists = lists.filter { !$0.isEmpty }
        if lists.isEmpty { return [] }
        let share = SourceShare(matches: lists.map(\.count), limit: limit, leavesRoom: leavesRoom)
        let room = share.reserved
        var free = share.free
        var heads = lists.map { (next: 0, place: place($0[0])) }
        var kept: [Item] = []
        var open = Array(lists.indices)
        while kept.count < limit {
            var first: Int?
            open.removeAll { heads[$0].next >= lists[$0].count || heads[$0].next >= room && free <= 0 }
            for list in open where first.map({ precedes(heads[list].place, heads[$0].place) }) ?? true {
                first = list
            }
            guard let first else { break }
            let next = heads[first].next
            if next >= room { free -= 1 }
            kept.append(lists[first][next])
            heads[first].next = next + 1
            if next + 1 < lists[first].count { heads[first].place = place(lists[first][next + 1]) }
        }
        return kept
    }

    private static func merge(
        _ found: [(source: SourceID, matches: SourceMatches)], in order: RecordOrder, limit: Int
    ) -> (rows: [Row], isTruncated: Bool) {
        let rows = found.flatMap { source, matches in matches.matches.map { Row(source: source, match: $0) } }
            .sorted { order.precedes($0.match.record, $1.match.record) }
        return (Array(rows.prefix(limit)), rows.count > limit || found.contains { $0.matches.isTruncated })
    }
}

/// The part of an answer that each source can have when the answer is ordered by rank.
///
/// Each source with matches keeps its best ⌈limit / (2 × sources with matches)⌉ rows; the rest is filled by rank. If the
/// sources were chosen, all rows go by rank.
package struct SourceShare: Hashable, Sendable {
    /// The number of rows that each source keeps, whatever their rank.
    let reserved: Int
    /// The number of rows that go by rank.
    let free: Int

    /// Divides an answer among sources with these numbers of matches.
    package init(matches counts: [Int], limit: Int, leavesRoom: Bool = true) {
        let counts = counts.filter { $0 > 0 }
        let reserved = counts.isEmpty || !leavesRoom ? 0 : (limit + 2 * counts.count - 1) / (2 * counts.count)
        self.reserved = reserved
        // With more sources than rows, not even the reserved rows fit.
        free = max(0, limit - counts.reduce(0) { $0 + min(reserved, $1) })
    }

    /// The maximum number of rows of one source.
    package var most: Int { reserved + free }
}
