import GRDB
import GRDBSQLite
import Synchronization

/// The read-only connections of a file: one per concurrent read, opened on demand and kept.
///
/// Usually there is only the first one; more are opened so that a long read doesn't delay a short one.
final class ReadingConnections: Sendable {
    private let idle: Mutex<[ReadingConnection]>
    private let open: @Sendable () throws -> ReadingConnection

    /// Opens the first connection.
    init(_ open: @escaping @Sendable () throws -> ReadingConnection) throws {
        self.open = open
        idle = Mutex([try open()])
    }

    /// Reads in one transaction on an otherwise unused connection.
    func read<Value>(_ work: (ReadingConnection, Database) throws -> Value) throws -> Value {
        try withIdle { connection in
            try connection.queue.read { db in
                defer { connection.limitStatements(db) }
                return try work(connection, db)
            }
        }
    }

    /// Reads a small value, and only if the file has changed since the connection read it under this name.
    func read<Value: Sendable>(keptAs name: String, _ work: (Database) throws -> Value) throws -> Value {
        try withIdle { try $0.value(keptAs: name, work) }
    }

    /// Closes the idle connections; a later read opens another.
    func close() {
        let closed = idle.withLock { idle in
            defer { idle = [] }
            return idle
        }
        for connection in closed { try? connection.queue.close() }
    }

    private func withIdle<Value>(_ work: (ReadingConnection) throws -> Value) throws -> Value {
        let connection = try currentIdle() ?? open()
        defer { idle.withLock { $0.append(connection) } }
        let result = Result { try work(connection) }
        // What was read may be partly old and partly new, and may even look damaged.
        if connection.isOverwritten { throw DatabaseError(resultCode: .SQLITE_BUSY) }
        return try result.get()
    }

    /// An idle connection that sees the latest changes: the most recently used one, which has most of the file in
    /// memory.
    private func currentIdle() -> ReadingConnection? {
        while let connection = idle.withLock({ $0.popLast() }) {
            if connection.isCurrent { return connection }
            try? connection.queue.close()
        }
        return nil
    }
}

/// A read-only connection, and small values that it has read and that are still current.
final class ReadingConnection: Sendable {
    private struct Kept {
        let version: Int64
        let value: any Sendable
    }

    let queue: DatabaseQueue
    private let kept = Mutex<[String: Kept]>([:])
    /// The address of the newest prepared statement at the end of the last read.
    private let newestStatement = Mutex<UInt>(0)
    /// The state of the file before it was opened without its log, so that changes go unnoticed; nil if it has a log.
    private let stateWithoutLog: FileState?

    /// The maximum size of the prepared statements that a connection keeps, in bytes.
    static let mostOfStatements = 4_000_000

    init(_ queue: DatabaseQueue, withoutLogSince state: FileState? = nil) {
        self.queue = queue
        stateWithoutLog = state
    }

    /// Whether a read sees the latest changes.
    fileprivate var isCurrent: Bool { stateWithoutLog?.isCurrent ?? true }

    /// Whether the file was changed although the connection relies on it not to change.
    fileprivate var isOverwritten: Bool { stateWithoutLog?.isOverwritten ?? false }

    /// Releases the prepared statements if a read has added some and they have become too large.
    ///
    /// GRDB keeps every statement, and their SQL differs with the conditions of a search.
    fileprivate func limitStatements(_ db: Database) {
        // SQLite puts a new statement first.
        func newest() -> UInt { UInt(bitPattern: sqlite3_next_stmt(db.sqliteConnection, nil)) }
        newestStatement.withLock { last in
            guard newest() != last else { return }
            var (bytes, most): (CInt, CInt) = (0, 0)
            sqlite3_db_status(db.sqliteConnection, SQLITE_DBSTATUS_STMT_USED, &bytes, &most, 0)
            if bytes > Self.mostOfStatements { db.releaseMemory() }
            last = newest()
        }
    }

    /// A value that every search needs, read again only after another connection has changed the file.
    fileprivate func value<Value: Sendable>(
        keptAs name: String, _ read: (Database) throws -> Value
    ) throws -> Value {
        // A single statement needs no transaction, which would take longer than the statement.
        let version = try queue.unsafeRead(Self.version)
        if let found = kept.withLock({ $0[name] }), found.version == version, let value = found.value as? Value {
            return value
        }
        return try queue.read { db in
            let (version, value) = (try Self.version(db), try read(db))
            kept.withLock { $0[name] = Kept(version: version, value: value) }
            return value
        }
    }

    /// Changes whenever another connection commits to the file; comparable only for one connection.
    private static func version(_ db: Database) throws -> Int64 {
        try db.integer("PRAGMA data_version") ?? 0
    }
}
