import AggSearch
import AggSource
import AggStorage
import AggTesting
import TestSupport
import Testing

/// The answers merged from the matches of many sources, for every record store.
struct MergedSearchContractTests {
    private static let names = (0..<30).map { SourceID.named("source-\($0)") }

    /// Merges the matches of the sources in their order.
    private func merge(
        _ found: [SourceID: SourceMatches], _ search: RecordSearch
    ) -> (rows: [SearchMerge.Row], isTruncated: Bool) {
        SearchMerge.merge(
            Self.names.compactMap { name in found[name].map { (name, $0) } }, for: search.text, order: search.order,
            limit: search.limit, leavesRoom: search.leavesRoom)
    }

    /// Expects the same answer from one search of all sources as from a search of each, which has room for all rows.
    private func compare(_ search: RecordSearch, _ store: any RecordStore) async throws {
        let together = try await store.search(search)
        var separate: [SourceID: SourceMatches] = [:]
        for (source, condition) in search.sources {
            let one = RecordSearch(
                text: search.text, sources: [source: condition], favorites: search.favorites, order: search.order,
                limit: search.limit)
            separate.merge(try await store.search(one)) { $1 }
        }
        let (answer, expected) = (merge(together, search), merge(separate, search))
        let query = Comment(rawValue: "\(search.text.typed.debugDescription), \(search.limit) rows")
        #expect(answer.rows == expected.rows, query)
        #expect(answer.isTruncated == expected.isTruncated, query)
        #expect(together.mapValues(\.total) == separate.mapValues(\.total), query)
    }

    @Test(arguments: StoreKind.allCases, [1, 7, 29, 30, 31, 50])
    func `an answer from many sources has the same rows as if each source were searched for all of them`(
        kind: StoreKind, limit: Int
    ) async throws {
        var random = RandomRecords(seed: UInt64(limit))
        let tested = try await kind.makeRecordStore()
        var records: [Record] = []
        var favorites: Set<RecordAddress> = []
        for (number, source) in Self.names.enumerated() {
            // A few sources have more matches than the answer has rows.
            let rows = random.records(number % 7 == 0 ? 90 : 5)
            records += rows
            favorites.formUnion(random.favorites(of: rows, in: source))
            try await tested.store.fill(source, with: rows)
        }
        for round in 0..<(Sanitizer.isOn ? 4 : 10) {
            let condition = round % 4 == 3 ? random.condition() : .always
            var search = RecordSearch(
                text: random.query(from: records),
                sources: Dictionary(uniqueKeysWithValues: Self.names.map { ($0, condition) }),
                favorites: round % 3 == 0 ? favorites : [], order: round % 5 == 4 ? random.order() : nil,
                limit: limit)
            search.leavesRoom = round % 2 == 0
            try await compare(search, tested.store)
        }
    }

    @Test(arguments: StoreKind.allCases, ["town", "place", "to", "old", "place 3", "nowhere"])
    func `a word that every source has many times is counted as in a search of each source`(
        kind: StoreKind, text: String
    ) async throws {
        let tested = try await kind.makeRecordStore()
        for (number, source) in Self.names.enumerated() {
            try await tested.store.fill(
                source,
                with: (0..<60).map { row in
                    Record(
                        key: "\(row)", title: "\(row % 9 == number % 9 ? "Old town" : "Town") \(row * 7 % 60) Place",
                        prominence: row % 20 == number % 20 ? 2 : 0, keywords: ["old place"])
                })
        }
        for limit in [1, 30, 60, 61] {
            try await compare(
                RecordSearch(
                    text: SearchText(text),
                    sources: Dictionary(uniqueKeysWithValues: Self.names.map { ($0, .always) }),
                    favorites: [RecordAddress(source: Self.names[8], key: "59")], limit: limit), tested.store)
        }
    }
}
