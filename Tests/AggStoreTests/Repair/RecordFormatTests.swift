import Foundation
import GRDB
import TestSupport
import Testing

@testable import AggStore

/// Rows read from bytes are what SQLite has written; bytes that are no rows are nothing, whatever they are.
struct RecordFormatTests {
    @Test func `reads every kind of value that SQLite writes`() async throws {
        let folder = TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        let long = String(repeating: "ü", count: 20_000)
        do {
            let raw = try DatabaseQueue(path: folder.path("a.sqlite"))
            try await raw.write { db in
                try db.execute(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, a, b, c, d)")
                try db.execute(
                    sql: "INSERT INTO t VALUES (7, NULL, 1, ?, ?), (8, -129, 0, 1.5, x'00ff'), (9, ?, ?, '', 8388608)",
                    arguments: [Int64.min, long, Int64.max, -1])
            }
            try raw.close()
        }
        let pages = try DatabasePages(path: folder.path("a.sqlite"))
        let rows = (1...pages.count).compactMap { PageRows(pages, $0) }.filter { $0.kind == .tableLeaf }
            .flatMap(\.rows).filter { $0.values.count == 5 && ($0.number ?? 0) >= 7 }
        #expect(rows.map(\.number) == [7, 8, 9])
        #expect(rows[0].values == [.null, .null, .integer(1), .integer(.min), .text(long)])
        #expect(rows[1].values == [.null, .integer(-129), .integer(0), .decimal(1.5), .bytes([0, 255])])
        #expect(rows[2].values == [.null, .integer(.max), .integer(-1), .text(""), .integer(8_388_608)])
    }

    @Test(arguments: 1...20)
    func `reads noise without an end to it`(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        let folder = TemporaryFolder()
        for _ in 0..<20 {
            let noise = (0..<4_096 * 3).map { _ in UInt8.random(in: 0...255, using: &numbers) }
            // A page that looks like one of a tree, with noise for its rows.
            let kinds: [UInt8] = [0x02, 0x05, 0x0A, 0x0D]
            var bytes = noise
            for page in 0..<3 { bytes[page * 4_096 + (page == 0 ? 100 : 0)] = kinds[numbers.below(4)] }
            try Spoiled.write(Data(bytes), to: folder.path("user.sqlite"))
            try Spoiled.write(Data(noise.prefix(9_000)), to: folder.path("user.sqlite-wal"))
            #expect(try UserRescue(path: folder.path("user.sqlite")).favorites.isEmpty)
            _ = RecordFormat.values(Array(noise.prefix(numbers.below(200))))
        }
    }
}
