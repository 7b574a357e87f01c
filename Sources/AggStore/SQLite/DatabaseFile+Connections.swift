import AggFiles
import AggStorage
import CSQLite
import Foundation
import GRDB
import Synchronization

extension DatabaseFile {
    /// Makes the file for its owner alone; SQLite gives its log the same rights.
    static func create(_ path: String) throws {
        // Only a file that is not there is opened: closing one takes away the locks that SQLite has on it in this process.
        let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
        } else {
            let reason = errno
            switch reason {
            case EEXIST: return
            case EACCES, EPERM, EROFS: throw StoreError.readOnly(file: path)
            case ENOSPC, EDQUOT: throw StoreError.full(file: path)
            default: throw StoreError.inaccessible(file: path, detail: SystemError(number: reason).reason)
            }
        }
    }

    /// A connection that reads, also in a folder that cannot be written.
    static func openReader(_ path: String, _ settings: Settings) throws -> DatabaseQueue {
        let configuration = reading(settings)
        return try openForReading(path) { try DatabaseQueue(path: $0, configuration: configuration) }
    }

    /// Opens a file to read it: the one place that decides whether its log counts.
    ///
    /// In a folder that cannot be written there is no room for the log's index; only then is the file read without it. Any
    /// other failure, such as a lock or damage, is the answer: without the log the rows would be old ones. `connect` opens
    /// a path or a `file:` URL and reads from it; meanwhile nobody moves the file.
    static func openForReading<Connection: ~Copyable>(
        _ path: String, _ connect: (_ address: String) throws -> Connection
    ) throws -> Connection {
        try FolderLock.hold(.opening, folderOf: path) {
            do {
                return try connect(path)
            } catch let error as DatabaseError where [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode) {
                guard access(path, R_OK) == 0 else { throw error }
                return try connect(URL(fileURLWithPath: path).absoluteString + "?immutable=1")
            }
        }
    }

    /// A connection that can write, opened while nobody moves the file.
    static func openWriter(_ path: String, _ settings: Settings) throws -> DatabaseQueue {
        try FolderLock.hold(.opening, folderOf: path) {
            try DatabaseQueue(path: path, configuration: writing(settings))
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

    /// How a connection that writes is opened.
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

/// The connections of a file that read: as many as reads at once, opened when they are needed and kept.
///
/// There is one from the beginning, and mostly no other; so a long read does not hold up a short one.
final class ReadingConnections: Sendable {
    private let idle: Mutex<[DatabaseQueue]>
    private let open: @Sendable () throws -> DatabaseQueue

    /// Opens the first.
    init(_ open: @escaping @Sendable () throws -> DatabaseQueue) throws {
        self.open = open
        idle = Mutex([try open()])
    }

    /// Reads in one transaction on a connection that nobody else uses; the last one used has most of the file in memory.
    func read<Value>(_ work: (DatabaseQueue, Database) throws -> Value) throws -> Value {
        let connection = try idle.withLock { $0.popLast() } ?? open()
        defer { idle.withLock { $0.append(connection) } }
        return try connection.read { db in try work(connection, db) }
    }
}
