import AggStorage
import CSQLite
import Dispatch
import Foundation
import GRDB
import Synchronization

/// A database file with connections that read and one that writes.
///
/// One connection that reads is opened at first, all others when they are needed: most runs only read, one thing after the
/// other, and opening must cost next to nothing. GRDB's pool is not used for the same reason, since it writes to a file
/// whose log is empty each time it opens it. In WAL mode a reader never waits for the writer.
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
        /// Is done before the tables of a file that has some are changed.
        var beforeMigration: (@Sendable () -> Void)?
        /// Hears that the file turned out to be damaged while it was used.
        var onDamage: (@Sendable () -> Void)?
    }

    /// The path of the file.
    let path: String
    let settings: Settings
    let readers: ReadingConnections
    /// Which file was opened; the path may lead to another later.
    private let identity: FileIdentity?
    private let openWriter = Mutex<DatabaseQueue?>(nil)

    /// Opens a file, makes it where there is none, and brings its tables up to date.
    init(path: String, settings: Settings) throws(StoreError) {
        self.path = path
        self.settings = settings
        Self.prepareMemory
        do {
            (identity, readers) = try FolderLock.hold(.opening, folderOf: path) {
                try Self.create(path)
                return (FileIdentity(path), try ReadingConnections { try Self.openReader(path, settings) })
            }
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

    /// How long a read may take, whatever the file contains.
    enum Length {
        /// A few milliseconds at most, so it may delay other tasks.
        case short
        /// Possibly long: it runs on a thread of the store.
        case long
    }

    /// Reads in one transaction, which sees one state of the file.
    func read<Value: Sendable>(
        _ length: Length, _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        do {
            guard length == .long else { return try await read(work) }
            return try await withTaskExecutorPreference(StoreExecutor.shared) { try await read(work) }
        } catch {
            throw told(StoreError(error, file: path))
        }
    }

    private func read<Value>(_ work: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        let interruption = Interruption()
        return try await withTaskCancellationHandler {
            try read(interruption, work)
        } onCancel: {
            interruption.interrupt()
        }
    }

    private func read<Value>(_ interruption: Interruption, _ work: (Database) throws -> Value) throws -> Value {
        try readers.read { connection, db in try interruption.during(on: connection) { try work(db) } }
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
        do { return try Self.openWriter(path, settings) } catch {
            throw writeError(error)
        }
    }

    /// What an error while writing means: a log that cannot be made is a folder that cannot be written.
    func writeError(_ error: any Error) -> StoreError {
        let error = StoreError(error, file: path)
        if case .inaccessible = error { return .readOnly(file: path) }
        return told(error)
    }

    /// The error, once whoever wants to hear of damage has: not if the file was set aside meanwhile.
    private func told(_ error: StoreError) -> StoreError {
        guard case .damaged = error, let onDamage = settings.onDamage else { return error }
        try? FolderLock.hold(.opening, folderOf: path) { if FileIdentity(path) == identity { onDamage() } }
        return error
    }

    /// Whether the connection that writes is open.
    var isOpenForWriting: Bool { openWriter.withLock { $0 != nil } }

    /// The connection that writes, opened when it is first needed.
    func writer() throws -> DatabaseQueue {
        try openWriter.withLock { writer in
            if let writer { return writer }
            let opened = try Self.openWriter(path, settings)
            writer = opened
            return opened
        }
    }
}

/// Interrupts one piece of work on a connection that others use too: only while it is being done.
final class Interruption: Sendable {
    /// How long the work may go on after an interrupt until the next one.
    private static let pause = DispatchTimeInterval.milliseconds(20)

    /// The connection that does the work at present.
    private let working = Mutex<DatabaseQueue?>(nil)

    /// Does the work.
    func during<Value>(on connection: DatabaseQueue, _ work: () throws -> Value) throws -> Value {
        working.withLock { $0 = connection }
        defer { working.withLock { $0 = nil } }
        // Whoever was cancelled before this had nothing to interrupt.
        try Task.checkCancellation()
        return try work()
    }

    /// Interrupts the work, if it is being done, until it ends.
    ///
    /// SQLite forgets an interrupt if no statement is running at that moment (sqlite3_interrupt), be it just before one.
    func interrupt() {
        let goesOn = working.withLock { connection in
            connection?.interrupt()
            return connection != nil
        }
        guard goesOn else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.pause) { self.interrupt() }
    }
}
