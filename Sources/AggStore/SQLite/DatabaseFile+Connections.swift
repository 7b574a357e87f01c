import AggFiles
import AggStorage
import CSQLite
import Foundation
import GRDB
import Synchronization

extension DatabaseFile {
    /// Creates the file with access only for its owner; SQLite gives its log the same permissions.
    static func create(_ path: String) throws {
        // Open the file only if it doesn't exist: closing an existing one would release SQLite's locks on it in this
        // process.
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

    /// A read-only connection, which also works in a folder that is not writable and on a full disk.
    static func openReader(_ path: String, _ settings: Settings) throws -> ReadingConnection {
        let configuration = reading(settings)
        return try openForReading(path) { address in
            let state = address == path ? nil : FileState(path)
            return ReadingConnection(
                try DatabaseQueue(path: address, configuration: configuration), withoutLogSince: state)
        }
    }

    /// Opens a file for reading: the only place that decides whether to use its log.
    ///
    /// `connect` opens a path or a `file:` URL and reads from it; no process moves the file in the meantime.
    static func openForReading<Connection: ~Copyable>(
        _ path: String, _ connect: (_ address: String) throws -> Connection
    ) throws -> Connection {
        try FolderLock.hold(.opening, folderOf: path) {
            do {
                return try connect(path)
            } catch let error as DatabaseError where lacksRoom(path, after: error) {
                guard !FileState.hasLog(path) else {
                    // Without the log, the rows would be out of date.
                    guard access(FileMove.folder(of: path), W_OK) != 0 else { throw error }
                    throw StoreError.inaccessible(
                        file: path, detail: "its log has changes that can be read only if the folder is writable")
                }
                return try connect(withoutLog(path))
            }
        }
    }

    /// The address of a file that is read without its log and without locks.
    static func withoutLog(_ path: String) -> String {
        URL(fileURLWithPath: path).absoluteString + "?immutable=1"
    }

    /// Whether the only problem is that there is no room for the log's index: in a folder that is not writable, or on a
    /// full disk.
    private static func lacksRoom(_ path: String, after error: DatabaseError) -> Bool {
        guard access(path, R_OK) == 0 else { return false }
        let isReadOnly = access(FileMove.folder(of: path), W_OK) != 0
        return switch error.extendedResultCode {
        case .SQLITE_READONLY: isReadOnly
        // These also report an exhausted quota on a disk that has free space.
        case .SQLITE_FULL, .SQLITE_IOERR_SHMSIZE: true
        case .SQLITE_CANTOPEN: isReadOnly || DiskSpace.isFull(path)
        case .SQLITE_IOERR_SHMOPEN, .SQLITE_IOERR_SHMMAP: DiskSpace.isFull(path)
        default: false
        }
    }

    /// A writable connection, opened while no process moves the file.
    static func openWriter(_ path: String, _ settings: Settings) throws -> DatabaseQueue {
        try FolderLock.hold(.opening, folderOf: path) {
            // Otherwise, SQLite would create a file that has been deleted.
            let address = URL(fileURLWithPath: path).absoluteString + "?mode=rw"
            return try DatabaseQueue(path: address, configuration: writing(settings))
        }
    }

    private static func reading(_ settings: Settings) -> Configuration {
        var configuration = basic(settings)
        configuration.readonly = true
        // GRDB makes SQLite report every column that a statement uses, which takes longer than preparing it. It needs
        // that for observing changes and for its own cancellation, neither of which a reader uses.
        configuration.prepareDatabase { db in sqlite3_set_authorizer(db.sqliteConnection, nil, nil) }
        return configuration
    }

    /// The configuration of a writable connection.
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
