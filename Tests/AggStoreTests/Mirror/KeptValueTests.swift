import AggSource
import AggStorage
import AggTesting
import CSQLite
import Foundation
import GRDB
import TestSupport
import Testing

@testable import AggStore

/// Values that every search needs are cached until the file changes.
struct KeptValueTests {
    @Test func `reads a value again only after another connection changes the file`() async throws {
        let folder = try TestSupport.TemporaryFolder()
        let writer = try DatabaseQueue(path: folder.path("kept.sqlite"))
        try await writer.write { db in try db.execute(sql: "CREATE TABLE number (value); INSERT INTO number VALUES (1)")
        }
        var configuration = Configuration()
        configuration.readonly = true
        let connections = try ReadingConnections { [configuration] in
            ReadingConnection(try DatabaseQueue(path: folder.path("kept.sqlite"), configuration: configuration))
        }
        var reads = 0
        func value() throws -> Int64? {
            try connections.read(keptAs: "number") { db in
                reads += 1
                return try db.integer("SELECT value FROM number")
            }
        }
        #expect(try [value(), value()] == [1, 1])
        #expect(reads == 1)
        try await writer.write { db in try db.execute(sql: "UPDATE number SET value = 2") }
        #expect(try [value(), value()] == [2, 2])
        #expect(reads == 2)
    }

    @Test func `prepared statements take limited memory, however many different ones there are`() throws {
        let folder = try TestSupport.TemporaryFolder()
        let connections = try ReadingConnections {
            ReadingConnection(try DatabaseQueue(path: folder.path("kept.sqlite")))
        }
        func size() throws -> Int {
            try connections.read { _, db in
                var (now, most): (Int32, Int32) = (0, 0)
                sqlite3_db_status(db.sqliteConnection, SQLITE_DBSTATUS_STMT_USED, &now, &most, 0)
                return Int(now)
            }
        }
        let columns = (0..<500).map { "abs(?1 + \($0))" }.joined(separator: ", ")
        var sizes: [Int] = []
        for number in 0..<300 {
            let value = try connections.read { _, db in
                try db.integer("SELECT \(columns), \(number)", [.integer(7)])
            }
            #expect(value == 7)
            sizes.append(try size())
        }
        let most = ReadingConnection.mostOfStatements
        #expect(sizes.max() ?? 0 > most / 2, "all of them would take several times the limit")
        #expect(sizes.allSatisfy { $0 <= most })
    }

    @Test func `states are current after every kind of change`() async throws {
        let mirror = try MirrorFile()
        #expect(try await mirror.store.states().isEmpty)
        try await mirror.store.fill(with: [.titled("Rome")])
        #expect(try await mirror.store.states()[.cities]?.records == 1)
        let failure = LoadFailure(code: "offline", reason: "offline", failedAt: Date(timeIntervalSince1970: 1))
        try await mirror.store.noteFailure(failure, of: .cities, over: nil)
        #expect(try await mirror.store.states()[.cities]?.failure == failure)
        try await mirror.store.remove(.cities)
        #expect(try await mirror.store.states().isEmpty)
    }
}
