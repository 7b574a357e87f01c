import AggCore
import CSQLite
import Foundation
import GRDB
import Synchronization

/// A database file with one connection that reads and one that writes.
///
/// The writing connection is opened when it is first needed: most runs only read, and opening must cost next to
/// nothing. GRDB's pool is not used for the same reason, since it writes to a file whose log is empty each time it
/// opens it. In WAL mode the reader never waits for the writer.
final class DatabaseFile: Sendable {
    /// How a file is opened.
    struct Settings: Sendable {
        /// The tables, as named steps from an empty file.
        var migrator: DatabaseMigrator
        /// Pragmas for a connection that writes.
        var pragmas: String
        /// Functions that statements call.
        var functions: [DatabaseFunction] = []
        /// How long another process may hold the file, in seconds.
        var busyTimeout = 5.0
        /// Sees each connection when it is opened; for tests.
        var watch: (@Sendable (Database) -> Void)?
        /// Hears that the file turned out to be damaged while it was used.
        var onDamage: (@Sendable () -> Void)?
    }

    /// The path of the file.
    let path: String
    private let settings: Settings
    private let reader: DatabaseQueue
    private let openWriter = Mutex<DatabaseQueue?>(nil)

    /// Opens a file, makes it where there is none, and brings its tables up to date.
    init(path: String, settings: Settings) throws(StoreError) {
        self.path = path
        self.settings = settings
        Self.prepareMemory
        do {
            try Self.create(path)
            reader = try Self.openReader(path, settings)
            try migrate()
        } catch {
            throw StoreError(error, file: path)
        }
    }

    /// SQLite counts its memory under a lock that every allocation takes, and no one asks for the figures; and what its
    /// threads free is better used by the next of them than kept.
    private static let prepareMemory: Void = {
        _ = csqlite_disable_memory_statistics()
        csqlite_share_heaps(2)
    }()

    /// Reads in one transaction, which sees one state of the file.
    ///
    /// The work is done on the thread of the caller: most reads take less time than going to another thread and back.
    func read<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        let interruption = Interruption(reader)
        do {
            return try await withTaskCancellationHandler {
                try read(interruption, work)
            } onCancel: {
                interruption.interrupt()
            }
        } catch {
            throw told(StoreError(error, file: path))
        }
    }

    private func read<Value>(_ interruption: Interruption, _ work: (Database) throws -> Value) throws -> Value {
        try reader.read { db in try interruption.during { try work(db) } }
    }

    /// Writes in one transaction, all or nothing.
    func write<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        do {
            return try await writer().writeWithoutTransaction { db in try db.inImmediateTransaction { try work(db) } }
        } catch {
            throw writeError(error)
        }
    }

    /// Does work on another connection while no one else in this process writes; interrupts it with `onCancel`.
    func whileHoldingWriter<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value, onCancel: @escaping @Sendable () -> Void
    ) async throws(StoreError) -> Value {
        do {
            let writer = try writer()
            return try await withTaskCancellationHandler {
                try await writer.writeWithoutTransaction { _ in try work() }
            } onCancel: {
                onCancel()
            }
        } catch {
            throw writeError(error)
        }
    }

    /// A further connection that can write, with temporary tables of its own.
    func connection() throws(StoreError) -> DatabaseQueue {
        do { return try DatabaseQueue(path: path, configuration: Self.writing(settings)) } catch {
            throw writeError(error)
        }
    }

    /// What an error while writing means: a log that cannot be made is a folder that cannot be written.
    func writeError(_ error: any Error) -> StoreError {
        let error = StoreError(error, file: path)
        if case .inaccessible = error { return .readOnly(file: path) }
        return told(error)
    }

    /// The error, once whoever wants to hear of damage has.
    private func told(_ error: StoreError) -> StoreError {
        if case .damaged = error { settings.onDamage?() }
        return error
    }

    /// Whether the connection that writes is open.
    var isOpenForWriting: Bool { openWriter.withLock { $0 != nil } }

    private func writer() throws -> DatabaseQueue {
        try openWriter.withLock { writer in
            if let writer { return writer }
            let opened = try DatabaseQueue(path: path, configuration: Self.writing(settings))
            writer = opened
            return opened
        }
    }

    private func migrate() throws {
        let migrator = settings.migrator
        if Self.hasExactly(migrator.migrations, in: reader) { return }
        let applied = try reader.read { db in try migrator.appliedIdentifiers(Self.settled(db)) }
        if applied.subtracting(migrator.migrations).isEmpty == false { throw StoreError.newerVersion(file: path) }
        if applied.count == migrator.migrations.count { return }
        let writer: DatabaseQueue
        do { writer = try self.writer() } catch { throw writeError(error) }
        // Another process may be at it: then each step can fail once, since it was done meanwhile.
        for attempt in 0...migrator.migrations.count {
            do {
                return try migrate(writer)
            } catch {
                let isDone = (try? reader.read { db in try migrator.hasCompletedMigrations(Self.settled(db)) }) ?? false
                if isDone { return }
                let error = writeError(error)
                if attempt == migrator.migrations.count || error == .locked(file: path) { throw error }
            }
        }
    }

    /// Whether the steps of the file are these and no others: one statement instead of the four of the migrator, since
    /// this is asked at every start.
    private static func hasExactly(_ steps: [String], in reader: DatabaseQueue) -> Bool {
        var (known, others) = (0, 0)
        try? reader.read { db in
            try db.forEachRow("SELECT identifier FROM grdb_migrations") { row in
                if steps.contains(row.text(0)) { known += 1 } else { others += 1 }
                return true
            }
        }
        return known == steps.count && others == 0
    }

    /// The database as it is now for the rest of the transaction: another process may be making its first table.
    private static func settled(_ db: Database) throws -> Database {
        _ = try db.integer("SELECT count(*) FROM sqlite_master")
        return db
    }

    private func migrate(_ writer: DatabaseQueue) throws {
        try writer.writeWithoutTransaction { db in
            let isNew = try db.integer("SELECT count(*) FROM sqlite_master") == 0
            // Only before the first table, and before WAL.
            if isNew { try db.execute(sql: "PRAGMA auto_vacuum = NONE") }
            try db.execute(sql: "PRAGMA journal_mode = WAL")
        }
        try settings.migrator.migrate(writer)
    }

    /// Makes the file for its owner alone; SQLite gives its log the same rights.
    private static func create(_ path: String) throws {
        guard access(path, F_OK) != 0 else { return }
        let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
        } else {
            let reason = errno
            switch reason {
            case EACCES, EPERM, EROFS: throw StoreError.readOnly(file: path)
            case ENOSPC, EDQUOT: throw StoreError.full(file: path)
            default: throw StoreError.inaccessible(file: path, detail: String(cString: strerror(reason)))
            }
        }
    }

    private static func openReader(_ path: String, _ settings: Settings) throws -> DatabaseQueue {
        let configuration = reading(settings)
        do {
            return try DatabaseQueue(path: path, configuration: configuration)
        } catch let error as DatabaseError where [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode) {
            // In a folder that cannot be written there is no room for a log; then the file alone is read.
            guard access(path, R_OK) == 0 else { throw error }
            let address = URL(fileURLWithPath: path).absoluteString + "?immutable=1"
            return try DatabaseQueue(path: address, configuration: configuration)
        }
    }

    private static func reading(_ settings: Settings) -> Configuration {
        var configuration = basic(settings)
        configuration.readonly = true
        // GRDB has SQLite tell it of every column that a statement names, which takes longer than preparing it. What it
        // learns is for observers of changes and for its own way of cancelling, and a reader has neither.
        configuration.prepareDatabase { db in sqlite3_set_authorizer(db.sqliteConnection, nil, nil) }
        return configuration
    }

    private static func writing(_ settings: Settings) -> Configuration {
        var configuration = basic(settings)
        configuration.prepareDatabase { db in try db.execute(sql: settings.pragmas) }
        return configuration
    }

    private static func basic(_ settings: Settings) -> Configuration {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.busyMode = .timeout(settings.busyTimeout)
        configuration.prepareDatabase { db in
            for function in settings.functions { db.add(function: function) }
            settings.watch?(db)
        }
        return configuration
    }
}

extension Database {
    /// Does work in a transaction that takes the lock for writing at its beginning.
    func inImmediateTransaction<Value>(_ work: () throws -> Value) throws -> Value {
        var value: Value?
        try inTransaction(.immediate) {
            value = try work()
            return .commit
        }
        guard let value else { throw DatabaseError(message: "the transaction gave no value") }
        return value
    }
}
