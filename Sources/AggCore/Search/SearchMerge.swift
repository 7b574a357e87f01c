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
        let room = withMatches.isEmpty ? 0 : (limit + 2 * withMatches.count - 1) / (2 * withMatches.count)
        var ranked: [(row: Row, order: MatchOrder, source: Int, place: Int)] = []
        for (source, item) in withMatches.enumerated() {
            for (place, match) in item.matches.matches.enumerated() {
                let row = Row(source: item.source, match: match)
                ranked.append((row, MatchOrder(match, for: text), source, place))
            }
        }
        ranked.sort { $0.order != $1.order ? $0.order < $1.order : $0.source < $1.source }
        var free = limit - withMatches.reduce(0) { $0 + min(room, $1.matches.matches.count) }
        let kept = ranked.filter { item in
            if item.place < room { return true }
            free -= 1
            return free >= 0
        }
        let rows = kept.prefix(limit).map(\.row)
        let isTruncated = rows.count < ranked.count || found.contains { $0.matches.isTruncated }
        return (rows, isTruncated)
    }

    private static func merge(
        _ found: [(source: SourceID, matches: SourceMatches)], in order: RecordOrder, limit: Int
    ) -> (rows: [Row], isTruncated: Bool) {
        let rows = found.flatMap { source, matches in matches.matches.map { Row(source: source, match: $0) } }
            .sorted { order.precedes($0.match.record, $1.match.record) }
        return (Array(rows.prefix(limit)), rows.count > limit || found.contains { $0.matches.isTruncated })
    }
}
