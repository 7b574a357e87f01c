import Foundation
import GRDB
import TestSupport
import Testing

@testable import AggStore

/// The pages that are read as bytes are those that SQLite reads: of a file, of the log over it, of the list of free ones.
struct DatabasePagesTests {
    /// A file and its log as they lie while a connection is open, and the file as it is once the log is in it.
    private struct Files {
        let folder = TemporaryFolder()
        var path: String { folder.path("a.sqlite") }
        let whole: Data
        let log: Data

        /// Rows of some pages; `later` are in the log alone.
        init(later: String) throws {
            try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
            let path = folder.path("a.sqlite")
            let raw = try DatabaseQueue(path: path)
            try raw.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA journal_mode = WAL")
                try db.execute(
                    sql: """
                        CREATE TABLE t (id INTEGER PRIMARY KEY, a);
                        WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 60)
                        INSERT INTO t SELECT i, printf('%.*c', 900, 'x') FROM n
                        """)
                _ = try db.checkpoint(.truncate)
            }
            for statement in later.split(separator: ";") {
                try raw.write { db in try db.execute(sql: String(statement)) }
            }
            let file = try Spoiled.bytes(path)
            log = try Spoiled.bytes(path + "-wal")
            try raw.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
            try raw.close()
            whole = try Spoiled.bytes(path)
            try Spoiled.write(file, to: path)
        }

        /// The pages as they are read with so much of the log.
        func pages(log: Data) throws -> DatabasePages {
            try Spoiled.write(log, to: path + "-wal")
            return try DatabasePages(path: path)
        }

        /// A page as SQLite left it when the log was in the file.
        func settled(_ number: Int) -> [UInt8] { Array(whole[(number - 1) * 4_096..<number * 4_096]) }
    }

    private static let twoWrites = "UPDATE t SET a = 'short' WHERE id < 20; INSERT INTO t (a) VALUES (zeroblob(9000))"

    @Test func `the pages of the log lie over those of the file`() throws {
        let files = try Files(later: Self.twoWrites)
        #expect(files.log.count > 3 * 4_096)
        let pages = try files.pages(log: files.log)
        #expect(pages.count == files.whole.count / 4_096)
        for number in 1...pages.count { #expect(pages.page(number) == files.settled(number), "page \(number)") }
        let without = try files.pages(log: Data())
        #expect((1...without.count).contains { without.page($0) != files.settled($0) })
        #expect(pages.page(pages.count + 1) == nil)
    }

    @Test func `a log that is cut short counts up to its last whole commit`() throws {
        let files = try Files(later: Self.twoWrites)
        let first = try Files(later: String(Self.twoWrites.prefix { $0 != ";" }))
        // The same writes give the same pages, but for the counter in the head of the file.
        let cut = try files.pages(log: files.log.dropLast(100))
        #expect(cut.count == first.whole.count / 4_096)
        for number in 2...cut.count { #expect(cut.page(number) == first.settled(number), "page \(number)") }
    }

    @Test(arguments: [8, 20, 26, 40, 48, 5_000])
    func `a log with a wrong byte counts up to there`(place: Int) throws {
        let files = try Files(later: Self.twoWrites)
        var log = files.log
        log[place] ^= 0x55
        let spoiled = try files.pages(log: log)
        let without = try files.pages(log: Data())
        #expect(spoiled.count == without.count)
        for number in 1...without.count { #expect(spoiled.page(number) == without.page(number), "page \(number)") }
    }

    @Test func `the free pages are those that SQLite counts`() throws {
        let files = try Files(later: "DELETE FROM t WHERE id > 5")
        try Spoiled.write(files.whole, to: files.path)
        let free = try files.pages(log: Data()).free
        try FileManager.default.removeItem(atPath: files.path + "-wal")
        let counted = try DatabaseQueue(path: files.path).read { db in
            try Int.fetchOne(db, sql: "PRAGMA freelist_count")
        }
        #expect(free.count > 5)
        #expect(free.count == counted)
    }
}
