import AggPostgres
import AggSearch
import AggSource
import AggStorage
import AggTesting
import Foundation
import TestSupport
import Testing

/// Compares results from PostgreSQL with an oracle that checks every record.
@Suite(TestServer.isThere) struct PostgresOracleTests {
    private let limit = 700

    private func filled(_ seed: UInt64, _ count: Int, _ accents: Accents = .loose) async throws -> (
        RandomRecords, [Record], any RecordStore, InMemoryRecordStore
    ) {
        var random = RandomRecords(seed: seed, accents: accents)
        let (store, oracle) = (try await TestServer.makeStore().mirror, InMemoryRecordStore())
        let records = random.records(count)
        try await store.fill(with: records)
        try await oracle.fill(with: records)
        return (random, records, store, oracle)
    }

    @Test(arguments: [(1, 2_500, 60), (2, 400, 150)] as [(UInt64, Int, Int)], Accents.allCases)
    func `every search agrees with the oracle`(
        _ size: (seed: UInt64, records: Int, searches: Int), accents: Accents
    ) async throws {
        var (random, records, store, oracle) = try await filled(size.seed, size.records, accents)
        for _ in 0..<size.searches {
            let search = RecordSearch(
                text: random.query(from: records), sources: [.cities: random.condition()],
                favorites: random.favorites(of: records, in: .cities), order: random.order(), limit: limit)
            try await compare(search, store, oracle)
        }
    }

    @Test(arguments: [1, 5, 50], Accents.allCases)
    func `results up to a small limit agree with the oracle`(limit: Int, accents: Accents) async throws {
        var (random, records, store, oracle) = try await filled(4, 200, accents)
        for _ in 0..<100 {
            let search = RecordSearch(
                text: random.query(from: records), sources: [.cities: random.condition()],
                favorites: random.favorites(of: records, in: .cities), limit: limit)
            try await compare(search, store, oracle)
        }
    }

    @Test func `every list and count with a condition agrees with the oracle`() async throws {
        var (random, records, store, oracle) = try await filled(7, 500)
        for round in 0..<150 {
            let condition = random.condition()
            let order = random.order().map(ListOrder.asked) ?? (round % 2 == 0 ? .bestKnown : .newest)
            let listed = try await store.list(.cities, where: condition, order: order, limit: 60)
            let expected = await oracle.list(.cities, where: condition, order: order, limit: 60)
            #expect(listed == expected, "\(condition), \(order)")
            let text = round % 3 == 0 ? SearchText([]) : random.query(from: records)
            let search = RecordSearch(text: text, sources: [.cities: condition], limit: 1)
            let (count, wanted) = (try await store.count(search), await oracle.count(search))
            #expect(count[.cities] ?? 0 == wanted[.cities] ?? 0, "\(text.typed.debugDescription), \(condition)")
        }
    }

    @Test func `completions and counted values agree with the oracle`() async throws {
        var (random, records, store, oracle) = try await filled(6, 300)
        for _ in 0..<40 {
            let text = random.query(from: records).typed
            for limit in [1, 7, 2_000] {
                let answer = try await store.titles(startingWith: text, in: [.cities], limit: limit)
                let expected = await oracle.titles(startingWith: text, in: [.cities], limit: limit)
                #expect(answer == expected, "\(text.debugDescription), \(limit)")
            }
            let selection = RecordSelection(
                text: random.query(from: records), sources: [.cities: random.condition()])
            let request = FacetRequest([FacetColumn("place")], of: selection, limit: 50)
            #expect(try await store.facet(request) == oracle.facet(request))
            let places = Set(try await store.coordinates(of: selection))
            #expect(places == Set(await oracle.coordinates(of: selection)))
        }
    }

    @Test func `results agree with the oracle across refreshes`() async throws {
        var random = RandomRecords(seed: 5)
        let (store, oracle) = (try await TestServer.makeStore().mirror, InMemoryRecordStore())
        for (day, size) in [300, 400, 350, 500].enumerated() {
            let records = random.records(size)
            let commit = RefreshCommit(origin: .remote, fetchedAt: noon.addingTimeInterval(Double(day) * 3_600))
            let outcome = try await store.fill(with: records, commit)
            #expect(try await oracle.fill(with: records, commit) == outcome)
            #expect(try await store.list(.cities, limit: 999) == oracle.list(.cities, limit: 999))
            let changes = try await store.changes(of: .cities, since: nil, limit: 999)
            let expected = await oracle.changes(of: .cities, since: nil, limit: 999)
            #expect(Set(changes.changes) == Set(expected.changes) && changes.refreshes == expected.refreshes)
            for _ in 0..<20 {
                let search = RecordSearch(text: random.query(from: records), sources: [.cities: .always], limit: limit)
                try await compare(search, store, oracle)
            }
        }
    }
}
