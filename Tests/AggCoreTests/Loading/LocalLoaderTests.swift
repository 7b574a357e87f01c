import Foundation
import Testing

@testable import AggCore
@testable import AggSource
@testable import AggStorage

@Suite struct LocalLoaderTests {
    private let id: SourceID
    private let now = Date(timeIntervalSince1970: 1_000_000)

    init() throws {
        id = try #require(SourceID("shelf"))
    }

    private func load(_ stored: StoredSource?, keepFor: Duration? = nil) async throws(SourceError) -> LoadedSource {
        let store = SpyRecordStore(stored.map { [id: $0] } ?? [:])
        return try await loader(store, keepFor: keepFor).load()
    }

    private func loader(_ store: SpyRecordStore, keepFor: Duration? = nil) -> LocalLoader {
        LocalLoader(RecordStoreReader(store: store, source: id, clock: WallClock { now }), keepFor: keepFor)
    }

    private func rows(_ origin: Origin = .remote, age: Double = 60) -> StoredSource {
        StoredSource(origin: origin, records: 7, fetchedAt: now - age)
    }

    @Test(arguments: [Origin.remote, .import])
    func `reports what is stored`(origin: Origin) async throws {
        #expect(try await load(rows(origin)) == LoadedSource(origin: origin, records: 7, fetchedAt: now - 60))
    }

    @Test func `reports the rows that a failed refresh left`() async throws {
        var stored = rows()
        stored.failure = LoadFailure(.http(status: 503), at: now)
        #expect(try await load(stored).records == 7)
    }

    @Test func `fails if nothing is stored`() async {
        await #expect(throws: SourceError.nothingStored) { try await load(nil) }
    }

    @Test func `does not count a starter sample as stored`() async {
        await #expect(throws: SourceError.nothingStored) {
            try await load(StoredSource(origin: .starter, records: 20))
        }
    }

    @Test func `does not count a recorded failure without rows as stored`() async {
        let failure = LoadFailure(.offline("no network"), at: now)
        await #expect(throws: SourceError.nothingStored) {
            try await load(StoredSource(origin: .remote, records: 0, failure: failure))
        }
    }

    @Test func `accepts a stored response without rows`() async throws {
        #expect(try await load(StoredSource(origin: .remote, records: 0, fetchedAt: now)).records == 0)
    }

    @Test(arguments: [(59.0, true), (60, true), (61, false), (86_400, false), (-500, true)])
    func `uses rows up to their maximum age`(age: Double, isServed: Bool) async {
        let loaded = try? await load(rows(age: age), keepFor: .seconds(60))
        #expect((loaded != nil) == isServed)
    }

    @Test func `reports the age of rows that are too old to use`() async {
        await #expect(throws: SourceError.tooOld(age: .seconds(61))) {
            try await load(rows(age: 61), keepFor: .seconds(60))
        }
    }

    @Test(arguments: [
        (StoreError.locked(file: "m"), SourceError(StoreError.locked(file: "m"))), (.cancelled, .cancelled),
    ])
    func `reports that the store cannot be read`(error: StoreError, expected: SourceError) async {
        let store = SpyRecordStore()
        store.fail(with: error)
        await #expect(throws: expected) { try await loader(store).load() }
    }
}
