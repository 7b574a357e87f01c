import AggFiles
import Glibc

/// An open file with an exclusive lock, for reading and optionally appending; closed along with the value.
struct LockedFile: ~Copyable {
    /// Why a file could not be opened, locked, read, or written, as reported by the system.
    struct Failure: Error, Equatable {
        /// The system's message, such as `Permission denied`.
        var reason: String

        /// Creates a failure from an error number.
        init(_ number: Int32) { reason = SystemError(number: number).reason }
        /// Creates a failure with a message.
        init(reason: String) { self.reason = reason }
    }

    private static let attempts = 1_000
    private static let pause: UInt32 = 2_000  // microseconds: two seconds in all

    private let descriptor: Int32
    /// Whether it is a regular file; a device such as `/dev/null` contains no lines.
    let isRegular: Bool

    /// Opens the file and waits up to two seconds for its lock.
    ///
    /// For appending, the file is created if necessary, with mode 0600.
    init(path: String, forAppending: Bool) throws(Failure) {
        let mode = forAppending ? O_RDWR | O_APPEND | O_CREAT : O_RDONLY
        for _ in 0..<Self.attempts {
            let descriptor = open(path, mode | O_CLOEXEC | O_NONBLOCK, 0o600)
            guard descriptor >= 0 else { throw Failure(errno) }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
                // Another session may have replaced the file with a shortened one while this one waited for the old
                // one.
                var opened = stat()
                var named = stat()
                if fstat(descriptor, &opened) == 0, stat(path, &named) == 0, opened.st_ino == named.st_ino,
                    opened.st_dev == named.st_dev
                {
                    self.descriptor = descriptor
                    isRegular = opened.st_mode & S_IFMT == S_IFREG
                    if isRegular, opened.st_mode & 0o077 != 0 { fchmod(descriptor, 0o600) }
                    return
                }
            } else if errno != EWOULDBLOCK {
                // Some network file systems have no locks.
                let failure = Failure(errno)
                close(descriptor)
                throw failure
            }
            close(descriptor)
            usleep(Self.pause)
        }
        throw Failure(reason: "locked by another program")
    }

    deinit { close(descriptor) }

    /// The contents of a regular file.
    func contents() throws(Failure) -> [UInt8] {
        guard isRegular else { return [] }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        var offset: off_t = 0
        while true {
            let count = pread(descriptor, &block, block.count, offset)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Failure(errno) }
            guard count > 0 else { return bytes }
            bytes += block[..<count]
            offset += off_t(count)
        }
    }

    /// The last byte of a regular file; nil if it is empty.
    func lastByte() throws(Failure) -> UInt8? {
        var status = stat()
        guard isRegular, fstat(descriptor, &status) == 0, status.st_size > 0 else { return nil }
        var byte: UInt8 = 0
        while true {
            let count = pread(descriptor, &byte, 1, status.st_size - 1)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Failure(errno) }
            return count == 1 ? byte : nil
        }
    }

    /// Appends bytes, in one write if the system allows.
    func append(_ bytes: [UInt8]) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Failure(errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// Removes the new file that a killed process left beside the file at `path`, which this value has open and locked.
    func removeLeftover(beside path: String) {
        guard isRegular, let resolved = realpath(path, nil) else { return }
        unlink(Self.newPath(String(cString: resolved)))
        free(resolved)
    }

    private static func newPath(_ target: String) -> String { "\(target).new" }

    /// Replaces the file at `path`, which this value has open and locked, with a new one containing these bytes.
    func replace(path: String, with bytes: [UInt8]) throws(Failure) {
        // If the history is a symbolic link, its target is replaced and the link is kept.
        guard let resolved = realpath(path, nil) else { throw Failure(errno) }
        defer { free(resolved) }
        let target = String(cString: resolved)
        // The lock ensures that only one process gets here, so one name is enough, and the next one overwrites what a
        // killed session left.
        let temporary = Self.newPath(target)
        unlink(temporary)
        do throws(Failure) {
            let new = try LockedFile(path: temporary, forAppending: true)
            try new.append(bytes)
            guard fsync(new.descriptor) == 0, rename(temporary, target) == 0 else { throw Failure(errno) }
        } catch {
            unlink(temporary)
            throw error
        }
    }
}
