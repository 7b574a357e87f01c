import AggStorage
import CSQLite
import Foundation
import GRDB
import Synchronization

@testable import AggStore

/// Counts the work that SQLite does for a store: statements run and pages read.
///
/// Cached pages count as read. Both counts repeat exactly, whatever else the machine does.
final class CostMeter: Sendable {
    /// The counts.
    struct Cost: Sendable {
        var statements = 0
        var pages = 0
    }

    private struct Connection {
        /// The pages read before this connection was first seen or last reset.
        var seen = 0
        var cost = Cost()
    }

    private let folder = TemporaryFolder()
    private let connections = Mutex<[UInt: Connection]>([:])

    /// Opens the same mirror each time, with its costs counted.
    func openMirror() throws -> any RecordStore {
        try StoreFolder.make(folder.path)
        return SQLiteRecordStore(
            StoreFile(
                path: folder.path("mirror.sqlite"),
                settings: DatabaseFile.Settings(
                    migrator: MirrorSchema.migrator, pragmas: MirrorSchema.pragmas, functions: SearchFunctions.all,
                    watch: { [self] db in watch(db) })))
    }

    /// Returns the cost of a piece of work.
    func cost(of work: () async throws -> Void) async throws -> Cost {
        connections.withLock { connections in
            for key in connections.keys { connections[key]?.cost = Cost() }
        }
        try await work()
        return connections.withLock { connections in
            connections.values.reduce(into: Cost()) { sum, connection in
                sum.statements += connection.cost.statements
                sum.pages += connection.cost.pages
            }
        }
    }

    private func watch(_ db: Database) {
        // Another connection may have had the same address before.
        let key = db.sqliteConnection.map { UInt(bitPattern: $0) } ?? 0
        connections.withLock { connections in
            var former = connections[key] ?? Connection()
            former.seen = Self.pages(key)
            connections[key] = former
        }
        db.trace { [self] _ in note(key) }
    }

    private func note(_ key: UInt) {
        let pages = Self.pages(key)
        connections.withLock { connections in
            var connection = connections[key] ?? Connection()
            connection.cost.statements += 1
            connection.cost.pages += pages - connection.seen
            connection.seen = pages
            connections[key] = connection
        }
    }

    /// Returns the pages that a connection has read so far.
    private static func pages(_ key: UInt) -> Int {
        let connection = OpaquePointer(bitPattern: key)
        return [SQLITE_DBSTATUS_CACHE_HIT, SQLITE_DBSTATUS_CACHE_MISS].reduce(0) { sum, status in
            var (now, most): (Int32, Int32) = (0, 0)
            sqlite3_db_status(connection, status, &now, &most, 0)
            return sum + Int(now)
        }
    }
}
