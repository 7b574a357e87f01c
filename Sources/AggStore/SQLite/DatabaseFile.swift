import AggStorage
import CSQLite
import Dispatch
import Foundation
import GRDB
import Synchronization

/// A database file with read-only connections and one writable connection.
///
/// Only one read-only connection is opened at first, and the others on demand: most runs only read, sequentially, and
/// opening must cost next to nothing. For the same reason GRDB's pool is not used: it writes to a file with an empty
/// log every time it opens it. In WAL mode a reader never waits for the writer.
final class DatabaseFile: Sendable {
    /// The settings for opening a file.
    struct Settings: Sendable {
        /// The tables, as named migrations from an empty file.
        var migrator: DatabaseMigrator
        /// Pragmas for a writable connection.
        var pragmas: String
        /// Functions that statements use.
        var functions: [DatabaseFunction] = []
        /// How long to wait for another process's lock, in seconds.
        var busyTimeout = 5.0
        /// Called with each connection when it is opened; for tests.
        var watch: (@Sendable (Database) -> Void)?
        /// Called before the tables of an existing file are changed.
        var beforeMigration: (@Sendable () -> Void)?
        /// Called when the file turns out to be damaged during use.
        var onDamage: (@Sendable () -> Void)?
        /// Whether the file is created again if it is deleted while it is open.
        var isReplaceable = false
    }

    let path: String
    let settings: Settings
    let readers: ReadingConnections
    /// The file that was opened; the path may later point to another one.
    private let identity: FileIdentity?

    /// Whether there is now another file at the path, or none.
    var isReplaced: Bool { FileIdentity(path) != identity }

    private let openWriter = Mutex<DatabaseQueue?>(nil)

    /// Opens a file, creating it if necessary, and brings its tables up to date.
    init(path: String, settings: Settings) throws(StoreError) {
        self.path = path
        self.settings = settings
        Self.disableMemoryStatistics
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

    /// Turns off memory statistics, which take a lock on every allocation, and which nothing reads.
    private static let disableMemoryStatistics: Void = { _ = csqlite_disable_memory_statistics() }()

    /// How long a read may take, regardless of the file's contents.
    enum Length {
        /// A few milliseconds at most, so it may delay other tasks.
        case short
        /// Possibly long: it runs on a thread that may wait.
        case long
    }

    /// Reads in one transaction, which sees a single state of the file.
    func read<Value: Sendable>(
        _ length: Length, _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        do {
            guard length == .long else { return try await read(work) }
            return try await StoreExecutor.files.run { try await read(work) }
        } catch {
            throw told(StoreError(error, file: path))
        }
    }

    /// Reads in one transaction on the caller's thread, for as long as the caller needs.
    func readInPlace(_ work: (Database) throws -> Void) throws(StoreError) {
        do {
            try readers.read { _, db in try work(db) }
        } catch {
            throw told(StoreError(error, file: path))
        }
    }

    /// Reads a small value in a few milliseconds at most, and only if the file has changed since it was last read under
    /// this name.
    func read<Value: Sendable>(
        keptAs name: String, _ work: @Sendable (Database) throws -> Value
    ) throws(StoreError) -> Value {
        do {
            return try readers.read(keptAs: name, work)
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
        try readers.read { connection, db in try interruption.during(on: connection.queue) { try work(db) } }
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

    /// Does work on another connection while nothing else in this process writes; cancellation interrupts it with
    /// `onCancel`.
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

    /// An additional writable connection, with its own temporary tables.
    func connection() throws(StoreError) -> DatabaseQueue {
        do { return try Self.openWriter(path, settings) } catch {
            throw writeError(error)
        }
    }

    /// Interprets an error while writing: if the log cannot be created, the folder is not writable.
    func writeError(_ error: any Error) -> StoreError {
        let error = StoreError(error, file: path)
        if case .inaccessible = error { return .readOnly(file: path) }
        return told(error)
    }

    /// Reports damage, unless the file was set aside in the meantime, and returns the error.
    private func told(_ error: StoreError) -> StoreError {
        guard case .damaged = error, let onDamage = settings.onDamage else { return error }
        try? FolderLock.hold(.opening, folderOf: path) { if FileIdentity(path) == identity { onDamage() } }
        return error
    }

    /// Closes the idle connections if something may have been written.
    ///
    /// When the last connection of all processes closes, SQLite moves the log into the file, unless that connection is
    /// read-only.
    func endWriting() {
        guard let writer = openWriter.withLock({ $0.take() }) else { return }
        readers.close()
        try? writer.close()
    }

    /// The writable connection, opened on first use.
    func writer() throws -> DatabaseQueue {
        try openWriter.withLock { writer in
            if let writer { return writer }
            let opened = try Self.openWriter(path, settings)
            writer = opened
            return opened
        }
    }
}

/// Interrupts one operation on a shared connection, only while it is running.
final class Interruption: Sendable {
    /// The time between interrupts while the work continues.
    private static let pause = DispatchTimeInterval.milliseconds(20)

    /// The connection currently doing the work.
    private let working = Mutex<DatabaseQueue?>(nil)

    func during<Value>(on connection: DatabaseQueue, _ work: () throws -> Value) throws -> Value {
        working.withLock { $0 = connection }
        defer { working.withLock { $0 = nil } }
        // A task canceled before this point had nothing to interrupt.
        try Task.checkCancellation()
        return try work()
    }

    /// Interrupts the work until it ends, if it is running.
    ///
    /// SQLite ignores an interrupt if no statement is running at that moment (sqlite3_interrupt), even if one is about
    /// to start.
    func interrupt() {
        let goesOn = working.withLock { connection in
            connection?.interrupt()
            return connection != nil
        }
        guard goesOn else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.pause) { self.interrupt() }
    }
}
