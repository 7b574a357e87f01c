import AggSearch
import AggSource
import TestSupport
import Testing

@Suite struct SearchMergeTests {
    /// Merges sources with these numbers of matches and prominences.
    private func merge(
        _ sources: [(matches: Int, prominence: Int, isTruncated: Bool)], limit: Int, leavesRoom: Bool = true
    ) throws -> (counts: [Int], isTruncated: Bool, rows: [SearchMerge.Row]) {
        let ids = try sources.indices.map { try #require(SourceID("s\($0)")) }
        let found = zip(ids, sources).map { id, source in
            let matches = (0..<source.matches).map { place in
                match(record("New \(String(place + 1_000))", key: "\(place)", prominence: source.prominence))
            }
            return (source: id, matches: SourceMatches(matches: matches, isTruncated: source.isTruncated))
        }
        let (rows, isTruncated) = SearchMerge.merge(
            found, for: SearchText("new"), limit: limit, leavesRoom: leavesRoom)
        return (ids.map { id in rows.count { $0.source == id } }, isTruncated, rows)
    }

    @Test(
        arguments: [
            // One source is guaranteed half of the rows, and gets the rest by rank.
            ([(80, 0)], 50, [50]),
            ([(30, 0)], 50, [30]),
            // Two with a match keep ⌈50 / 4⌉ = 13 each; the rest goes to the better known one.
            ([(80, 7), (80, 0)], 50, [37, 13]),
            ([(80, 0), (80, 7)], 50, [13, 37]),
            ([(80, 7), (5, 0)], 50, [45, 5]),
            ([(20, 7), (80, 0)], 50, [20, 30]),
            // Three keep ⌈50 / 6⌉ = 9 each; one without a match takes no rows.
            ([(80, 7), (80, 3), (80, 0)], 50, [32, 9, 9]),
            ([(80, 7), (0, 0), (80, 0)], 50, [37, 0, 13]),
            ([(80, 7), (2, 3), (80, 0)], 50, [39, 2, 9]),
            // Five keep ⌈10 / 10⌉ = 1 each.
            ([(9, 7), (9, 6), (9, 5), (9, 4), (9, 3)], 10, [6, 1, 1, 1, 1]),
            // With more sources than rows, the best known ones get one each.
            ([(9, 1), (9, 7), (9, 6)], 2, [0, 1, 1]),
            ([(9, 7), (9, 0)], 1, [1, 0]),
            ([(9, 7), (9, 0)], 0, [0, 0]),
            ([], 50, []),
        ] as [([(Int, Int)], Int, [Int])])
    func `keeps room for every source with a match`(sources: [(Int, Int)], limit: Int, counts: [Int]) throws {
        let merged = try merge(sources.map { ($0.0, $0.1, false) }, limit: limit)
        #expect(merged.counts == counts)
        #expect(merged.isTruncated == (counts.reduce(0, +) < sources.reduce(0) { $0 + $1.0 }))
    }

    @Test func `without room for every source, all rows go by rank`() throws {
        let merged = try merge([(80, 0, false), (80, 7, false)], limit: 50, leavesRoom: false)
        #expect(merged.counts == [0, 50])
        #expect(merged.isTruncated)
        #expect(try merge([(80, 0, false), (20, 7, false)], limit: 50, leavesRoom: false).counts == [30, 20])
    }

    @Test func `is truncated if a source is`() throws {
        #expect(try merge([(3, 0, true)], limit: 50).isTruncated)
        #expect(try !merge([(3, 0, false)], limit: 50).isTruncated)
    }

    @Test func `sorts by rank, then by the order of the sources`() throws {
        let rows = try merge([(2, 0, false), (2, 0, false), (1, 7, false)], limit: 50).rows
        #expect(
            rows.map { "\($0.source) \($0.match.record.key)" } == ["s2 0", "s0 0", "s1 0", "s0 1", "s1 1"])
    }

    @Test func `keeps the best matches of each source`() throws {
        let rows = try merge([(80, 7, false), (80, 0, false)], limit: 50).rows
        let kept = rows.filter { $0.source.description == "s1" }.map(\.match.record.key)
        #expect(kept == (0..<13).map(String.init))
    }

    @Test(arguments: [0, 1, 2, 9, 10, 11, 50])
    func `rows beyond the share of their source are never in an answer`(limit: Int) {
        var numbers = SeededGenerator(seed: UInt64(limit))
        for _ in 0..<100 {
            let names = (0..<(1 + numbers.below(20))).map { SourceID("s\($0)") }.compactMap(\.self)
            let found = names.map { name in
                let matches = (0..<numbers.below(12)).map { place in
                    match(record("New", key: "\(name) \(place)", prominence: numbers.below(3)))
                }
                let ordered = matches.sorted { $0.record.prominence > $1.record.prominence }
                return (source: name, matches: SourceMatches(matches: ordered, isTruncated: false))
            }
            let share = SourceShare(matches: found.map(\.matches.matches.count), limit: limit)
            let cut = found.map { source, matches in
                let best = Array(matches.matches.prefix(share.most))
                return (
                    source: source, matches: SourceMatches(matches: best, isTruncated: false, total: matches.total)
                )
            }
            let (answer, whole) = (
                SearchMerge.merge(cut, for: SearchText("new"), limit: limit),
                SearchMerge.merge(found, for: SearchText("new"), limit: limit)
            )
            #expect(answer.rows == whole.rows)
            #expect(answer.isTruncated == whole.isTruncated)
        }
    }
}
