import Foundation
import GRDB
import Testing

@testable import AggStore

/// In which order a long transaction writes pages to the log.
struct HeldPageTests {
    /// Returns the place of a page in the log, and the number of pages there, after a table of two thousand pages has been
    /// written between two changes of that page.
    private func place(isHeld: Bool) async throws -> (place: Int, count: Int) {
        let folder = TemporaryFolder()
        try StoreFolder.make(folder.path)
        let path = folder.path("file.sqlite")
        let file = try DatabaseQueue(path: path)
        return try await file.writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    PRAGMA page_size = 4096; PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;
                    PRAGMA cache_size = 100;
                    CREATE TABLE early (number); CREATE TABLE many (text);
                    INSERT INTO early VALUES (1);
                    """)
            _ = try db.checkpoint(.truncate)
            try db.inTransaction {
                try db.execute(sql: "UPDATE early SET number = 2")
                let page = isHeld ? try HeldPage(ofFirstRowIn: "early", db) : nil
                try db.execute(
                    sql: """
                        WITH RECURSIVE row (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM row LIMIT 2000)
                        INSERT INTO many SELECT printf('%.4000c', 'x') FROM row
                        """)
                page?.release()
                try db.execute(sql: "UPDATE early SET number = 3")
                return .commit
            }
            let number = try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_schema WHERE name = 'early'")
            let log = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + "-wal")))
            // https://www.sqlite.org/fileformat2.html#walformat
            let pages = stride(from: 32, to: log.count, by: 24 + 4_096).map { frame in
                log[frame..<frame + 4].reduce(0) { $0 << 8 | Int($1) }
            }
            return (try #require(pages.firstIndex { $0 == number }), pages.count)
        }
    }

    @Test func `a page that changes before and after is written late`() async throws {
        let (place, count) = try await place(isHeld: true)
        #expect(count > 2_000 && place > count - 200)
    }

    @Test func `without being held, it is written early, and then overwritten`() async throws {
        let (place, count) = try await place(isHeld: false)
        #expect(count > 2_000 && place < 200)
    }
}
