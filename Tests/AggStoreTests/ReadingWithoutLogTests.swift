import Foundation
import GRDB
import Testing

@testable import AggStore

/// Files that are read without their logs, because there is no room for the log's index.
struct ReadingWithoutLogTests {
    @Test func `without room for the log's index, a file is read without its log if the log has no contents`() throws {
        let folder = TemporaryFolder()
        let path = folder.path + "/a.sqlite"
        try Spoiled.write(Data(), to: path)
        func addresses() throws -> [String] {
            var addresses: [String] = []
            return try DatabaseFile.openForReading(path) { address -> [String] in
                addresses.append(address)
                if addresses.count == 1 { throw DatabaseError(resultCode: .SQLITE_IOERR_SHMSIZE) }
                return addresses
            }
        }
        #expect(try addresses() == [path, DatabaseFile.withoutLog(path)])
        try Spoiled.write(Data(), to: path + "-wal")
        #expect(try addresses() == [path, DatabaseFile.withoutLog(path)])
        try Spoiled.write(Data("log".utf8), to: path + "-wal")
        #expect(throws: DatabaseError.self) { try addresses() }
    }

    @Test func `a connection without the log is replaced once the file has changed`() throws {
        let folder = TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        let path = folder.path("a.sqlite")
        let writer = try DatabaseQueue(path: path)
        func add() throws {
            try writer.write { db in try db.execute(sql: "INSERT INTO a VALUES (randomblob(100000))") }
        }
        try writer.write { db in try db.execute(sql: "CREATE TABLE a (value)") }
        let connections = try ReadingConnections {
            var configuration = Configuration()
            configuration.readonly = true
            let state = FileState(path)
            let queue = try DatabaseQueue(path: DatabaseFile.withoutLog(path), configuration: configuration)
            return ReadingConnection(queue, withoutLogSince: state)
        }
        func count(during work: () throws -> Void = {}) throws -> Int64? {
            try connections.read { _, db in
                try work()
                return try db.integer("SELECT count(*) FROM a")
            }
        }
        #expect(try count() == 0)
        try add()
        #expect(try count() == 1)
        #expect(throws: DatabaseError.self) { try count(during: add) }
        #expect(try count() == 2)
    }
}
