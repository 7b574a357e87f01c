import Foundation

/// Free disk space.
enum DiskSpace {
    /// The free space in bytes for an existing or future file or folder; nil if unknown.
    static func free(in folder: String) -> Int? {
        var status = statvfs()
        var path = folder
        while statvfs(path, &status) != 0 {
            guard path.count > 1 else { return nil }
            path = (path as NSString).deletingLastPathComponent
        }
        return Int(
            clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
    }

    /// Whether the disk of an existing or future file has no room for the files that SQLite needs next to a database.
    static func isFull(_ file: String) -> Bool {
        (free(in: file) ?? .max) < 64 << 10
    }
}
