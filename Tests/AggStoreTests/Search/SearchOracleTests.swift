import AggSearch
import AggSource
import AggStorage
import AggStore
import AggTesting
import Foundation
import TestSupport
import Testing

/// Compares results from SQLite with an oracle that checks every record.
struct SearchOracleTests {
    /// Enough for all rows to be candidates; rows beyond the candidates of a word tier are sorted by id only.
    private let limit = 700

    /// Returns how many rounds to run: `AGG_SEARCH_ROUNDS=20` runs twenty times as many, and a sanitizer, which looks
    /// for faults other than wrong results, a fifth.
    private func times(_ count: Int) -> Int {
        let rounds = ProcessInfo.processInfo.environment["AGG_SEARCH_ROUNDS"].flatMap { Int($0) } ?? 1
        return max(1, count * rounds / (Sanitizer.isOn ? 5 : 1))
    }

    @Test(
        arguments: [(1, Sanitizer.isOn ? 400 : 2_000, 25), (2, 400, 80), (3, 400, 80)] as [(UInt64, Int, Int)],
        Accents.allCases)
    func `every search agrees with the oracle`(
        _ size: (seed: UInt64, records: Int, searches: Int), accents: Accents
    ) async throws {
        let (seed, count, searches) = size
        var random = RandomRecords(seed: seed, accents: accents)
        let folder = TemporaryFolder()
        let (sqlite, oracle) = (try Stores.open(folder: folder.path).mirror, InMemoryRecordStore())
        let records = random.records(count)
        try await sqlite.fill(with: records)
        try await oracle.fill(with: records)
        for _ in 0..<times(searches) {
            let search = RecordSearch(
                text: random.query(from: records), sources: [.cities: random.condition()],
                favorites: random.favorites(of: records, in: .cities), order: random.order(), limit: limit)
            try await compare(search, sqlite, oracle)
        }
    }

    @Test func `every list with a condition and an order agrees with the oracle`() async throws {
        var random = RandomRecords(seed: 7)
        let folder = TemporaryFolder()
        let (sqlite, oracle) = (try Stores.open(folder: folder.path).mirror, InMemoryRecordStore())
        let records = random.records(500)
        try await sqlite.fill(with: records)
        try await oracle.fill(with: records)
        for _ in 0..<times(100) {
            let condition = random.condition()
            let order = random.order().map(ListOrder.asked) ?? .bestKnown
            let listed = try await sqlite.list(.cities, where: condition, order: order, limit: 60)
            let expected = await oracle.list(.cities, where: condition, order: order, limit: 60)
            #expect(listed == expected, "\(condition), \(order)")
        }
    }

    @Test(arguments: [1, 5, 50], Accents.allCases)
    func `results up to a small limit agree with the oracle`(limit: Int, accents: Accents) async throws {
        var random = RandomRecords(seed: 4, accents: accents)
        let folder = TemporaryFolder()
        let (sqlite, oracle) = (try Stores.open(folder: folder.path).mirror, InMemoryRecordStore())
        // Few enough rows that a word tier has no more than its candidates.
        let records = random.records(200)
        try await sqlite.fill(with: records)
        try await oracle.fill(with: records)
        for _ in 0..<times(100) {
            let search = RecordSearch(
                text: random.query(from: records), sources: [.cities: random.condition()],
                favorites: random.favorites(of: records, in: .cities), limit: limit)
            try await compare(search, sqlite, oracle)
        }
    }

    @Test func `results agree with the oracle across refreshes`() async throws {
        var random = RandomRecords(seed: 5)
        let folder = TemporaryFolder()
        let (sqlite, oracle) = (try Stores.open(folder: folder.path).mirror, InMemoryRecordStore())
        for size in [300, 400, 350, 500] {
            let records = random.records(size)
            let outcome = try await sqlite.fill(with: records)
            #expect(try await oracle.fill(with: records) == outcome)
            #expect(
                try await sqlite.list(.cities, limit: 999)
                    == oracle.list(.cities, limit: 999))
            for _ in 0..<times(20) {
                let search = RecordSearch(text: random.query(from: records), sources: [.cities: .always], limit: limit)
                try await compare(search, sqlite, oracle)
            }
        }
    }

    @Test func `completions agree with the oracle`() async throws {
        var random = RandomRecords(seed: 6)
        let folder = TemporaryFolder()
        let (sqlite, oracle) = (try Stores.open(folder: folder.path).mirror, InMemoryRecordStore())
        let records = random.records(300)
        for source in [SourceID.cities, .news] {
            try await sqlite.fill(source, with: records)
            try await oracle.fill(source, with: records)
        }
        for _ in 0..<times(25) {
            let text = random.query(from: records).typed
            for limit in [1, 7, 2_000] {
                let answer = try await sqlite.titles(startingWith: text, in: [.cities], limit: limit)
                let expected = await oracle.titles(startingWith: text, in: [.cities], limit: limit)
                #expect(answer == expected, "\(text.debugDescription), \(limit)")
            }
        }
    }

    @Test(arguments: Accents.allCases)
    func `every count agrees with the oracle`(accents: Accents) async throws {
        var random = RandomRecords(seed: 8, accents: accents)
        let folder = TemporaryFolder()
        let (sqlite, oracle) = (try Stores.open(folder: folder.path).mirror, InMemoryRecordStore())
        let records = random.records(600)
        try await sqlite.fill(with: records)
        try await oracle.fill(with: records)
        for round in 0..<times(200) {
            let text = round % 3 == 0 ? SearchText([], accents: accents) : random.query(from: records)
            let search = RecordSearch(text: text, sources: [.cities: random.condition()], limit: 1)
            let (count, expected) = (try await sqlite.count(search), await oracle.count(search))
            #expect(count[.cities] ?? 0 == expected[.cities] ?? 0, "\(text.typed.debugDescription), \(search.sources)")
        }
    }

    @Test func `a search that has checked every match knows the total`() async throws {
        var random = RandomRecords(seed: 9)
        let folder = TemporaryFolder()
        let mirror = try Stores.open(folder: folder.path).mirror
        let records = random.records(150)
        try await mirror.fill(with: records)
        var known = 0
        for _ in 0..<200 {
            let search = RecordSearch(text: random.query(from: records), sources: [.cities: .always], limit: 3)
            guard let matches = try await mirror.search(search)[.cities], matches.isTruncated else { continue }
            guard let total = matches.total else { continue }
            known += 1
            #expect(try await mirror.count(search)[.cities] == total)
        }
        #expect(known > 10)
    }
}
