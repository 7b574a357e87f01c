import Foundation

/// Finds the processes that hold locks on a database (fcntl(2), F_GETLK).
///
/// For each range the kernel reports one process whose lock prevents writing; if several processes only read, some may
/// be missed.
enum LockHolders {
    /// A process with a lock.
    struct Holder: Hashable {
        /// Its id; nil if this process cannot see it, such as one in another container.
        var pid: Int32?
        var writes: Bool

        /// Its name in a sentence.
        var name: String {
            guard let pid else { return "a process that agg cannot identify" }
            return "process \(pid)\(LockHolders.program(pid).map { " (\($0))" } ?? "")"
        }
    }

    /// A range of bytes that SQLite locks, and whether only writers lock it.
    private struct Place {
        var start: off_t
        var length: off_t
        var isWriters: Bool
    }

    /// The ranges in the database: pending, reserved, and shared (SQLite's os.h).
    ///
    /// An open connection always has the shared lock.
    private static let ofFile = [
        Place(start: 0x4000_0000, length: 2, isWriters: true), Place(start: 0x4000_0002, length: 510, isWriters: false),
    ]
    /// The ranges in the index of its log (https://www.sqlite.org/walformat.html#locks): one writer, a checkpoint, five
    /// readers, and a byte that every process locks while the file is open.
    private static let ofIndex =
        [Place(start: 120, length: 1, isWriters: true)]
        + (121...128).map { Place(start: $0, length: 1, isWriters: false) }

    /// The other processes that hold a lock on a database, each once; nil if unknown.
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

    /// Another process's lock that conflicts with one on a range; nil if unknown.
    private static func lock(on place: Place, _ descriptor: Int32) -> flock? {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = place.start
        lock.l_len = place.length
        return fcntl(descriptor, F_GETLK, &lock) == 0 ? lock : nil
    }

    /// Queries locks through this process's own descriptor of a file.
    ///
    /// SQLite's locks belong to the process, which loses all its locks on a file as soon as it closes any descriptor of
    /// it. So a file is opened here only if this process does not have it open already.
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

    /// The name of the program that a process runs; nil if unknown.
    private static func program(_ pid: Int32) -> String? {
        (try? String(contentsOfFile: "/proc/\(pid)/comm", encoding: .utf8))?.trimmingCharacters(in: .newlines)
    }
}
