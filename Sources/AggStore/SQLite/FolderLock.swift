import AggFiles
import AggStorage
import Foundation

/// A lock on a store's folder, without a lock file: many processes may open a database as long as none moves it.
///
/// SQLite opens a database's log by name, so a file that was moved in between would be read with its successor's log.
enum FolderLock {
    /// Which other processes may share the lock.
    enum Mode: Int32 {
        /// Those that open files.
        case opening = 1
        /// None.
        case moving = 2
    }

    private static let attempts = 1_000
    private static let pause: UInt32 = 5_000  // microseconds: five seconds in all

    /// Does work while holding the lock on a file's folder, or without a lock if the file system cannot lock folders.
    ///
    /// Work under `.moving` must not open a file, or it would wait for itself.
    ///
    /// - Throws: `StoreError.locked` if another process keeps the lock; any error of the work.
    static func hold<Value: ~Copyable>(
        _ mode: Mode, folderOf file: String, _ work: () throws -> Value
    ) throws -> Value {
        let descriptor = open(FileMove.folder(of: file), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        var rest = descriptor < 0 ? 0 : attempts
        while rest > 0, flock(descriptor, mode.rawValue | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR {
            rest -= 1
            if rest == 0 { throw StoreError.locked(file: file) }
            usleep(pause)
        }
        return try work()
    }
}

/// The identity of the file at a path: a file that was set aside differs from its successor.
struct FileIdentity: Hashable {
    private let device: dev_t
    private let number: ino_t

    /// Reads the identity of the file at a path; nil if it does not exist.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = status.st_dev
        number = status.st_ino
    }
}
