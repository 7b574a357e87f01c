import Foundation
import GRDB
import TestSupport

/// One of the two files of a store, as another program sees it.
struct StoreFile {
    let path: String

    init(_ name: String, of agg: Agg) {
        path = agg.folder.path("store/\(name)")
    }

    /// Moves the write-ahead log into the file, so that the file has all the data.
    func settle() throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
        try queue.close()
    }

    var bytes: Data { get throws { try Data(contentsOf: URL(filePath: path)) } }

    /// Marks the file as written by a future version.
    func makeNewer() throws {
        let queue = try DatabaseQueue(path: path)
        try queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('of the future')") }
        try queue.close()
        try settle()
    }

    /// Replaces the file with text.
    func spoil() throws {
        try Data("no database at all, not by far".utf8).write(to: URL(filePath: path))
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    /// The size of a page in bytes (https://www.sqlite.org/fileformat2.html#page_size).
    private var pageSize: Int {
        get throws {
            let header = try bytes
            return Int(header[16]) << 8 | Int(header[17])
        }
    }

    /// The number of pages.
    var pages: Int { get throws { try bytes.count / pageSize } }

    /// Overwrites a page (numbered from 1) with random bytes, the same for each seed.
    func overwrite(page: Int, seed: UInt64 = 1) throws {
        var numbers = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(page))
        let size = try pageSize
        let noise = (0..<size).map { _ in UInt8.random(in: 0...255, using: &numbers) }
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.seek(toOffset: UInt64((page - 1) * size))
        try file.write(contentsOf: Data(noise))
        try file.close()
    }

    /// Makes the contents of a mirror older, as if that much time had passed.
    func age(seconds: Int) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in
            try db.execute(sql: "UPDATE source SET fetched_at = fetched_at - ?", arguments: [seconds])
            try db.execute(sql: "UPDATE record SET seen = seen - ?", arguments: [seconds])
        }
        try queue.close()
    }

    /// Holds the write lock, as a program in the middle of its work would, until the returned queue is closed.
    func lock() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        return queue
    }
}
