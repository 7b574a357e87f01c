import AggSearch
import AggSource
import AggStorage
import AggTesting
import Foundation
import Testing

@testable import AggPostgres

/// Reads of many rows from a server.
@Suite(TestServer.isThere) struct PostgresLongReadTests {
    private let bench = ServerBench()

    @Test func `looks up many records and changes without comparing each with all keys`() async throws {
        let store = PostgresRecordStore(server: try await bench.made())
        let records = (0..<40_000).map { Record(key: "key \($0)", title: "Town") }
        try await store.fill(with: records)
        let changed = records.map { Record(key: $0.key, title: $0.title, subtitle: "new") }
        try await store.fill(
            with: changed,
            RefreshCommit(origin: .remote, fetchedAt: noon.addingTimeInterval(9), unexaminedSince: .distantPast))
        func time(_ read: () async throws -> Int) async throws -> Duration {
            let start = ContinuousClock.now
            #expect(try await read() == records.count)
            return ContinuousClock.now - start
        }
        let all = try await time { try await store.list(.cities, limit: 99_999).count }
        let addresses = records.map { RecordAddress(source: .cities, key: $0.key) }
        let keys = Set(records.map(\.key))
        #expect(try await time { try await store.records(at: addresses).count } < all * 3 + .seconds(1))
        #expect(
            try await time { try await store.lastChanges(of: .cities, keys: keys).count } < all * 3 + .seconds(1))
        #expect(
            try await time { try await store.list(.cities, where: .key(keys), limit: 99_999).count }
                < all * 3 + .seconds(1))
    }
}
