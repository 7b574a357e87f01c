import AggSearch
import AggSource
import AggStorage
import Testing

import AggStore

/// The costs of searches and refreshes, counted rather than timed, in a store and in one eight times as large.
///
/// Fails if a search reads more as the store grows, or if a refresh reads more than in proportion to its rows.
struct CostTests {
    private static let small = 1_000

    /// Towns whose words are as common in a large list as in a small one.
    private func towns(_ count: Int) -> [Record] {
        (0..<count).map { number in
            let mixed = (number &* 7_919) % count
            return Record(
                key: "\(mixed)", title: "\(["San", "New", "Bad", "Old"][mixed % 4])\(mixed % 97) Town \(mixed)",
                subtitle: "Land \(mixed % 40)", date: mixed % 3 == 0 ? RecordDate(canonical: "2024-01-01") : nil,
                coordinate: Coordinate(latitude: Double(mixed % 180) - 90, longitude: Double(mixed % 360) - 180))
        }
    }

    private func costs(
        stored count: Int, _ work: (any RecordStore, [Record]) async throws -> Void
    ) async throws -> CostMeter.Cost {
        let meter = CostMeter()
        let rows = towns(count)
        try await meter.openMirror().fill(with: rows)
        let store = try meter.openMirror()
        return try await meter.cost { try await work(store, rows) }
    }

    @Test func `a search costs the same regardless of the size of the store`() async throws {
        let texts = ["s", "sa", "san1", "san13 t", "new to", "town 12", "land 7", "old land", "nothing", "b t l"]
        func searches(_ count: Int) async throws -> [CostMeter.Cost] {
            let meter = CostMeter()
            try await meter.openMirror().fill(with: towns(count))
            let store = try meter.openMirror()
            var costs: [CostMeter.Cost] = []
            for text in texts { costs.append(try await meter.cost { _ = try await store.matches(text) }) }
            return costs
        }
        let (small, large) = (try await searches(Self.small), try await searches(8 * Self.small))
        for (index, text) in texts.enumerated() {
            // One per result, plus a few for each tier and class.
            #expect(large[index].statements <= 120, "\(text)")
            // Common words are in eight times as many rows; a search reads their index entries but not the rows.
            #expect(large[index].pages <= 2 * small[index].pages + 200, "\(text): \(small[index]) \(large[index])")
        }
    }

    @Test func `a search of many sources reads at most one row of each`() async throws {
        let names = (0..<20).map { SourceID.named("feed-\($0)") }
        let meter = CostMeter()
        let store = try meter.openMirror()
        for name in names { try await store.fill(name, with: (0..<20).map { .titled("Item \($0) of feed 7") }) }
        for text in ["item", "feed", "feed 7"] {
            let search = RecordSearch(
                text: SearchText(text), sources: Dictionary(uniqueKeysWithValues: names.map { ($0, .always) }),
                limit: 9)
            let cost = try await meter.cost {
                let found = try await store.search(search)
                #expect(found.count == names.count)
                #expect(found.values.allSatisfy { $0.isTruncated && $0.matches.count <= 1 })
            }
            // Each source is looked up and asked for titles, and the index for the words; nine rows each would add 180.
            if text == "item" { #expect(cost.statements <= 8 * names.count, "\(cost)") }
        }
    }

    @Test
    func `alternative titles cost one statement per class, and only in sources that have them`()
        async throws
    {
        func cost(_ rows: [Record]) async throws -> CostMeter.Cost {
            let meter = CostMeter()
            try await meter.openMirror().fill(with: rows)
            let store = try meter.openMirror()
            return try await meter.cost { _ = try await store.matches("town 1", limit: 5) }
        }
        let plain = (0..<Self.small).map { Record(key: "\($0)", title: "Town \($0)") }
        var named = plain
        for index in named.indices { named[index].alternativeTitles = ["Place \(index)", "Town Place \(index)"] }
        let (without, with) = (try await cost(plain), try await cost(named))
        #expect(with.statements == without.statements + 1)
        #expect(with.pages <= 2 * without.pages, "\(without) \(with)")
    }

    @Test func `a list, a completion, and a lookup cost the same regardless of the size of the store`() async throws {
        func look(_ count: Int) async throws -> CostMeter.Cost {
            try await costs(stored: count) { store, _ in
                _ = try await store.list(.cities, limit: 50)
                _ = try await store.titles(startingWith: "sa", in: [.cities], limit: 20)
                _ = try await store.records(at: [RecordAddress(source: .cities, key: "77")])
            }
        }
        let (small, large) = (try await look(Self.small), try await look(8 * Self.small))
        #expect(large.statements <= small.statements + 4)
        #expect(large.pages <= 2 * small.pages, "\(small) \(large)")
    }

    @Test func `counting results runs few statements and decodes no records`() async throws {
        func count(_ count: Int) async throws -> CostMeter.Cost {
            try await costs(stored: count) { store, _ in
                for text in ["", "town", "land 7"] {
                    let selection = RecordSelection(text: SearchText(text), sources: [.cities: .has(.coordinate)])
                    let facet = try await store.facet(FacetRequest([FacetColumn(.subtitle)], of: selection, limit: 9))
                    #expect(facet.rows.first?.count ?? 0 >= count / 40)
                    #expect(try await store.coordinates(of: selection).count == facet.records)
                }
            }
        }
        let (small, large) = (try await count(Self.small), try await count(8 * Self.small))
        // Most of them look up the words in the text index, as a search does.
        #expect(small.statements <= 120)
        #expect(large.statements == small.statements)
        #expect(large.pages <= 10 * small.pages, "\(small) \(large)")
    }

    @Test func `refreshing a small source costs the same however large the others are`() async throws {
        func refresh(_ count: Int) async throws -> CostMeter.Cost {
            try await costs(stored: count) { store, _ in
                let news = (0..<50).map { Record.titled("News \($0)") }
                try await store.fill(.news, with: news)
                try await store.fill(.news, with: news + [.titled("More news")])
            }
        }
        let (small, large) = (try await refresh(Self.small), try await refresh(8 * Self.small))
        #expect(large.statements <= small.statements + 10)
        #expect(large.pages <= small.pages + small.pages / 2, "\(small) \(large)")
    }

    @Test(arguments: [0, 10])
    func `the cost of a refresh is proportional to its rows`(changed: Int) async throws {
        func refresh(_ count: Int) async throws -> CostMeter.Cost {
            try await costs(stored: count) { store, rows in
                var rows = rows
                for index in 0..<changed { rows[index * 90].subtitle = "Elsewhere" }
                try await store.fill(with: rows)
            }
        }
        let (small, large) = (try await refresh(Self.small), try await refresh(8 * Self.small))
        // No statement runs for each row.
        #expect(large.statements <= 300)
        #expect(large.pages <= 12 * small.pages, "\(small) \(large)")
    }

    @Test func `the cost of a first load is proportional to its rows`() async throws {
        func load(_ count: Int) async throws -> CostMeter.Cost {
            let meter = CostMeter()
            let store = try meter.openMirror()
            let rows = towns(count)
            return try await meter.cost { try await store.fill(with: rows) }
        }
        let (small, large) = (try await load(Self.small), try await load(8 * Self.small))
        // Storing and indexing a row take one statement each.
        #expect(large.statements <= 2 * 8 * Self.small + 600)
        #expect(large.pages <= 12 * small.pages, "\(small) \(large)")
    }
}
