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

    @Test(arguments: [true, false])
    func `a canceled read ends even if its rows keep arriving, and its connection is reused`(isStreamed: Bool)
        async throws
    {
        let server = try await bench.made()
        let count = isStreamed ? 40_000_000 : 6_000_000
        let sql = "SELECT repeat('x', 60) FROM generate_series(1, \(count)) AS \(bench.schema)"
        let reading = Task {
            try await server.read { session in
                if isStreamed { try session.forEach(sql) { _ in } } else { try session.rows(sql) }
            }
        }
        try await Task.sleep(for: .milliseconds(300))
        reading.cancel()
        let start = ContinuousClock.now
        await #expect(throws: StoreError.cancelled) { try await reading.value }
        #expect(ContinuousClock.now - start < .seconds(5))
        let open = try await server.read { session in
            try session.number(
                """
                SELECT count(*) FROM pg_stat_activity
                WHERE pid <> pg_backend_pid() AND state <> 'idle' AND query LIKE $1
                """, [.text("%generate_series%\(bench.schema)%")])
        }
        #expect(open == 0)
    }

    @Test func `a result of SQL that would take too much memory is not read whole`() async throws {
        let reader = PostgresSQLReader(server: try await bench.made(), mostBytes: 50_000)
        func count(_ rows: Int) async throws -> Int {
            let text = "SELECT repeat('x', 1000) AS x FROM generate_series(1, \(rows))"
            return try await reader.query(SQLQuery(text, views: SQLViews([]), limit: .max)).table.rows.count
        }
        #expect(try await count(40) == 40)
        let error = await #expect(throws: SQLError.self) { try await count(100_000) }
        #expect(
            error == .failed("the result is larger than 50 kB; select fewer columns, or fewer rows with LIMIT"))
        // The connection can still be used.
        #expect(try await count(1) == 1)
    }

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
