import AggPostgres
import AggSearch
import AggSource
import AggStorage
import AggStore
import AggTesting
import AggText
import Foundation
import TestSupport
import Testing

/// Asks SQLite and PostgreSQL the same random questions, and compares rows and order.
@Suite(TestServer.isThere) struct PostgresDifferentialTests {
    private static let environment = ProcessInfo.processInfo.environment
    /// `AGG_TEST_SEED` repeats a run.
    private static let seed = environment["AGG_TEST_SEED"].flatMap(UInt64.init) ?? 11

    /// The two stores with the same rows.
    private struct Pair {
        let folder = TemporaryFolder()
        let here: any RecordStore
        let there: any RecordStore

        init() async throws {
            here = try Stores.open(folder: folder.path).mirror
            there = try await TestServer.makeStore().mirror
        }

        func fill(_ records: [Record], at time: Date) async throws {
            var commit = RefreshCommit(origin: .remote, fetchedAt: time)
            commit.acceptsLoss = true
            #expect(try await here.fill(with: records, commit) == there.fill(with: records, commit))
        }

        /// Expects the same from both.
        func compare<Answer: Equatable>(
            _ question: String, _ ask: (any RecordStore) async throws -> Answer,
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            let (first, second) = (try await ask(here), try await ask(there))
            #expect(first == second, "\(question) (AGG_TEST_SEED=\(seed))", sourceLocation: sourceLocation)
        }
    }

    /// What differs by right is left out: not every store counts the rows beyond the limit.
    private func search(_ search: RecordSearch, _ store: any RecordStore) async throws -> [SourceID: [SearchMatch]] {
        try await store.search(search).mapValues(\.matches)
    }

    @Test(arguments: Accents.allCases)
    func `searches, conditions, orders, counts, and completions agree`(accents: Accents) async throws {
        let pair = try await Pair()
        var random = RandomRecords(seed: Self.seed, accents: accents)
        let records = random.records(3_000)
        try await pair.fill(records, at: noon)
        for round in 0..<150 {
            let (text, condition) = (random.query(from: records), random.condition())
            let order = random.order()
            let asked = RecordSearch(
                text: text, sources: [.cities: condition], favorites: random.favorites(of: records, in: .cities),
                order: order, limit: [1, 20, 50, 700][round % 4])
            let question = "\(text.typed.debugDescription), \(condition), \(String(describing: order))"
            try await pair.compare(question) { try await search(asked, $0) }
            try await pair.compare("count: \(question)") { try await $0.count(asked)[.cities] ?? 0 }
            let listOrder = order.map(ListOrder.asked) ?? (round % 2 == 0 ? .bestKnown : .newest)
            try await pair.compare("list: \(question)") {
                try await $0.list(.cities, where: condition, order: listOrder, limit: 60)
            }
            let selection = RecordSelection(text: text, sources: [.cities: condition])
            let columns = [FacetColumn("place"), FacetColumn("size")].prefix(1 + round % 2)
            try await pair.compare("facet: \(question)") {
                try await $0.facet(FacetRequest(Array(columns), of: selection, limit: 50))
            }
            let steps: [FacetRequest.DateStep?] = [nil] + FacetRequest.DateStep.allCases
            let step = steps[round % steps.count]
            let dates = [FacetColumn(.date)] + (round % 2 == 0 ? [] : [FacetColumn("place")])
            // Days have many values, which take long to compare.
            if round % 3 == 0 {
                try await pair.compare("dates by \(String(describing: step)): \(question)") {
                    try await $0.facet(FacetRequest(dates, of: selection, limit: 500, step: step))
                }
            }
            try await pair.compare("coordinates: \(question)") { Set(try await $0.coordinates(of: selection)) }
            let typed = text.typed
            try await pair.compare("titles: \(typed)") {
                try await $0.titles(startingWith: typed, in: [.cities], limit: 1 + round % 30)
            }
            try await pair.compare("keys: \(typed)") {
                try await $0.values(of: "key", startingWith: String(typed.prefix(1)), in: [.cities], limit: 20)
            }
            try await pair.compare("page: \(round)") { try await $0.page(of: .cities, after: "k\(round)", limit: 40) }
        }
    }

    @Test func `circles agree`() async throws {
        let pair = try await Pair()
        var random = RandomRecords(seed: Self.seed &+ 1)
        var numbers = SeededGenerator(seed: Self.seed)
        let records = random.records(2_000)
        try await pair.fill(records, at: noon)
        for _ in 0..<120 {
            let center = try #require(
                Coordinate(
                    latitude: .random(in: -90...90, using: &numbers),
                    longitude: .random(in: -180...180, using: &numbers)))
            let radii: [Double] = [1, 50, 800, 5_000, 19_000]
            guard let radius = radii.randomElement(using: &numbers),
                let circle = Circle(center: center, radius: radius)
            else { continue }
            let near = RecordCondition.all([.near(circle), random.condition(depth: 2)])
            try await pair.compare("\(near)") {
                try await $0.list(.cities, where: near, order: .asked(.distance(center)), limit: 80)
            }
            let asked = RecordSearch(text: random.query(from: records), sources: [.cities: .near(circle)], limit: 40)
            try await pair.compare("\(asked.text.typed) in \(circle)") { try await search(asked, $0) }
        }
    }

    @Test func `additions that differ only in accents or dates have the same order`() async throws {
        let pair = try await Pair()
        try await pair.fill([.titled("A")], at: noon)
        let titles = [("4", "x É", nil), ("2", "x E", nil), ("3", "x e", "2024-01-01"), ("1", "x è", "2023-01-01")]
        let added = titles.map { key, title, date in
            Record(key: key, title: title, date: date.flatMap { RecordDate(iso8601: $0) })
        }
        try await pair.fill([.titled("A")] + added, at: noon.addingTimeInterval(60))
        try await pair.compare("order") { try await $0.changes(of: .cities, since: nil, limit: 9).changes.map(\.title) }
    }

    @Test func `changes agree across refreshes`() async throws {
        let pair = try await Pair()
        var random = RandomRecords(seed: Self.seed &+ 2)
        for day in 0..<6 {
            let records = random.records(250 + 40 * (day % 3))
            try await pair.fill(records, at: noon.addingTimeInterval(Double(day) * 3_600))
            for limit in [0, 5, 9_999] {
                for since in [nil, noon, noon.addingTimeInterval(7_200)] {
                    try await pair.compare("refreshes, day \(day), \(limit)") {
                        try await $0.changes(of: .cities, since: since, limit: limit).refreshes
                    }
                    try await pair.compare("changes, day \(day), \(limit)") {
                        Set(try await $0.changes(of: .cities, since: since, limit: limit).changes)
                    }
                    try await pair.compare("order of additions, day \(day), \(limit)") {
                        try await $0.changes(of: .cities, since: since, limit: limit).changes.filter {
                            $0.kind == .added
                        }
                    }
                }
            }
            let keys = Set(records.prefix(50).map(\.key))
            try await pair.compare("last changes, day \(day)") {
                Set(try await $0.lastChanges(of: .cities, keys: keys))
            }
            try await pair.compare("changes of a record") {
                try await $0.changes(to: RecordAddress(source: .cities, key: records[7].key))
            }
            try await pair.compare("states") { try await $0.states() }
        }
    }
}
