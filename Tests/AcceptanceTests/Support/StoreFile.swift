import Foundation
import GRDB
import TestSupport

/// One of the two files of a store, as another program meets it.
struct StoreFile {
    let path: String

    init(_ name: String, of agg: Agg) {
        path = agg.folder.path("store/\(name)")
    }

    /// Puts the log back into the file, so that the file alone says what there is.
    func settle() throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
        try queue.close()
    }

    var bytes: Data { get throws { try Data(contentsOf: URL(filePath: path)) } }

    /// Makes it one of a version that is yet to come.
    func makeNewer() throws {
        let queue = try DatabaseQueue(path: path)
        try queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('of the future')") }
        try queue.close()
        try settle()
    }

    /// Writes text in its place.
    func spoil() throws {
        try Data("no database at all, not by far".utf8).write(to: URL(filePath: path))
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    /// How many pages it has.
    var pages: Int { get throws { (try bytes.count + 4_095) / 4_096 } }

    /// Overwrites a page, from 1, with bytes that mean nothing, the same ones for a seed.
    func overwrite(page: Int, seed: UInt64 = 1) throws {
        var numbers = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(page))
        let noise = (0..<4_096).map { _ in UInt8.random(in: 0...255, using: &numbers) }
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.seek(toOffset: UInt64((page - 1) * 4_096))
        try file.write(contentsOf: Data(noise))
        try file.close()
    }

    /// Makes what a mirror holds older, as if so much time had passed since.
    func age(seconds: Int) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in
            try db.execute(sql: "UPDATE source SET fetched_at = fetched_at - ?", arguments: [seconds])
            try db.execute(sql: "UPDATE record SET seen = seen - ?", arguments: [seconds])
        }
        try queue.close()
    }

    /// Holds the lock for writing, as another program in the middle of its work, until the value is closed.
    func lock() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        return queue
    }
}
