import Foundation

/// Which processes hold locks on a database (fcntl(2), F_GETLK).
///
/// Of each range the kernel names one process whose lock is in the way of writing: of several that only read, some may
/// not be named.
enum LockHolders {
    /// A process with a lock.
    struct Holder: Hashable {
        /// Its id; nil if this process may not know it, as across containers.
        var pid: Int32?
        /// Whether it writes.
        var writes: Bool

        /// What to call it in a sentence.
        var name: String {
            guard let pid else { return "a process that cannot be seen from here" }
            return "process \(pid)\(LockHolders.program(pid).map { " (\($0))" } ?? "")"
        }
    }

    /// A range of bytes that SQLite locks, and whether only a writer locks it.
    private struct Place {
        var start: off_t
        var length: off_t
        var isWriters: Bool
    }

    /// Of the database: pending, reserved and shared (os.h of SQLite).
    ///
    /// A connection has the shared lock while it is open.
    private static let ofFile = [
        Place(start: 0x4000_0000, length: 2, isWriters: true), Place(start: 0x4000_0002, length: 510, isWriters: false),
    ]
    /// Of the index of its log (https://www.sqlite.org/walformat.html#locks): one writer, a checkpoint, five readers, and
    /// a byte that every process locks while it has the file open.
    private static let ofIndex =
        [Place(start: 120, length: 1, isWriters: true)]
        + (121...128).map { Place(start: $0, length: 1, isWriters: false) }

    /// The other processes with a lock on a database, each once; nil if the system does not tell.
    static func others(of path: String) -> [Holder]? {
        var writes: [Int32?: Bool] = [:]
        for (file, places) in [(path, ofFile), (path + "-shm", ofIndex)] where access(file, F_OK) == 0 {
            let found = withDescriptor(of: file) { descriptor in
                places.allSatisfy { place in
                    guard let lock = lock(on: place, descriptor) else { return false }
                    guard lock.l_type != Int16(F_UNLCK) else { return true }
                    let pid = lock.l_pid > 0 ? lock.l_pid : nil
                    writes[pid] = (writes[pid] ?? false) || place.isWriters && lock.l_type == Int16(F_WRLCK)
                    return true
                }
            }
            guard found == true else { return nil }
        }
        return writes.map { Holder(pid: $0.key, writes: $0.value) }.sorted { ($0.pid ?? 0) < ($1.pid ?? 0) }
    }

    /// The lock of another process that is in the way of one on a range; nil if the system does not tell.
    private static func lock(on place: Place, _ descriptor: Int32) -> flock? {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = place.start
        lock.l_len = place.length
        return fcntl(descriptor, F_GETLK, &lock) == 0 ? lock : nil
    }

    /// Asks through the descriptor that this process has of a file.
    ///
    /// SQLite's locks belong to the process, which loses all that it has on a file as soon as it closes any descriptor of
    /// it. So a file is opened for this only if this process does not have it open.
    private static func withDescriptor<Value>(of file: String, _ work: (Int32) -> Value) -> Value? {
        var wanted = stat()
        guard stat(file, &wanted) == 0,
            let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        else { return nil }
        for descriptor in names.compactMap({ Int32($0) }) {
            var status = stat()
            if fstat(descriptor, &status) == 0, status.st_ino == wanted.st_ino, status.st_dev == wanted.st_dev {
                return work(descriptor)
            }
        }
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return work(descriptor)
    }

    /// The name that the process with an id was started by; nil if it is not known.
    private static func program(_ pid: Int32) -> String? {
        (try? String(contentsOfFile: "/proc/\(pid)/comm", encoding: .utf8))?.trimmingCharacters(in: .newlines)
    }
}
