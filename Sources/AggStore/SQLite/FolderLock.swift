import AggCore
import Foundation

/// A lock on a folder, which one process has at a time, and which needs no file of its own.
enum FolderLock {
    private static let attempts = 1_000
    private static let pause: UInt32 = 5_000  // microseconds: five seconds in all

    /// Does work while nobody else has the lock on the folder of a file; a file system that does not lock folders has none
    /// to wait for.
    ///
    /// - Throws: `.locked` if another process keeps it; what the work throws.
    static func hold<Value>(
        ofFolderOf file: String, _ work: () throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        let descriptor = open((file as NSString).deletingLastPathComponent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        var rest = descriptor < 0 ? 0 : attempts
        while rest > 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR {
            rest -= 1
            if rest == 0 { throw .locked(file: file) }
            usleep(pause)
        }
        return try work()
    }
}
