import AggSearch
import AggSource
import AggStorage
import AggTesting
import Testing

@testable import AggPostgres

/// Lists of the first rows of a large source on a server.
@Suite(TestServer.isThere) struct PostgresListTests {
    private let bench = ServerBench()

    private static let orders: [ListOrder] =
        [.bestKnown, .newest]
        + [true, false].flatMap { isDescending -> [ListOrder] in
            [.asked(.date(isDescending: isDescending)), .asked(.title(isDescending: isDescending))]
        }

    /// Towns, of which every `step`th has a date.
    private func towns(_ count: Int, datedEvery step: Int) -> [Record] {
        (0..<count).map { number in
            let date = "20\(10 + number % 15)-01-0\(1 + number % 9)"
            return Record(
                key: "\(number)", title: "Town \(number % 900)",
                date: number % step == 0 ? RecordDate(iso8601: date) : nil,
                prominence: number % 40 == 0 ? number / 40 % 8 : 0)
        }
    }

    @Test(arguments: [1, 3, 200, 10_000])
    func `the first of many rows are those of a list of all`(step: Int) async throws {
        let store = PostgresRecordStore(server: try await bench.made())
        try await store.fill(with: towns(2_500, datedEvery: step))
        for order in Self.orders {
            let all = try await store.list(.cities, where: .always, order: order, limit: 2_500).map(\.key)
            let first = try await store.list(.cities, where: .always, order: order, limit: 25).map(\.key)
            #expect(all.count == 2_500 && first == Array(all.prefix(25)), "\(order)")
        }
    }

    @Test(arguments: [1, 3, 10_000])
    func `the first of many rows are found without reading all`(step: Int) async throws {
        let server = try await bench.made()
        let store = PostgresRecordStore(server: server)
        try await store.fill(with: towns(6_000, datedEvery: step))
        for order in Self.orders {
            let scans = try await server.read { session -> Int? in
                let row = try SourceRow.find(.cities, server.schema, session)
                guard let part = SearchedPart(row, server.schema, session) else { return nil }
                // The counts may include those of earlier transactions of the session, which built the indexes.
                let sql = "SELECT seq_scan FROM pg_stat_xact_user_tables WHERE relid = '\(part.table)'::regclass"
                let before = try session.number(sql) ?? 0
                let rows = try PartRead(part: part, where: .always).list(order, limit: 51)
                return rows.count == 51 ? try session.number(sql).map { $0 - before } : nil
            }
            #expect(scans == 0, "\(order)")
        }
    }
}
