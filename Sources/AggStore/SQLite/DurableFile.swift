import AggFiles
import AggSource
import Foundation

/// Flushes files to disk, so that after a power failure no name exists without its contents.
enum DurableFile {
    /// When a file was last modified; nil if it does not exist.
    static func modified(_ path: String) -> Date? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let time = status.st_mtim
        return Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }

    /// Waits until a file is on disk; `modified` sets its modification time.
    ///
    /// - Throws: `SystemError` if the file cannot be flushed.
    static func settle(_ path: String, modified: Date? = nil) throws(SystemError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last() }
        defer { close(descriptor) }
        if let modified {
            let seconds = modified.timeIntervalSince1970
            let second = Int(clamping: seconds.rounded(.down))
            let time = timespec(tv_sec: second, tv_nsec: Int(clamping: (seconds - seconds.rounded(.down)) * 1e9))
            guard futimens(descriptor, [time, time]) == 0 else { throw .last() }
        }
        guard fsync(descriptor) == 0 else { throw .last() }
    }
}
