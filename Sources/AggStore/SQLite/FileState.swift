import Foundation

/// The sizes and times of a database file and its log at one moment.
struct FileState: Equatable {
    private let path: String
    private let file: String
    private let log: String

    /// Reads the state of the file at a path.
    init(_ path: String) {
        self.path = path
        (file, log) = (Self.text(path), Self.text(Self.log(of: path)))
    }

    /// Whether neither the file nor its log has been written to since.
    var isCurrent: Bool { FileState(path) == self }

    /// Whether the file itself has been written to since, as when the contents of its log are moved into it.
    var isOverwritten: Bool { Self.text(path) != file }

    /// Whether a database file has a log with contents.
    static func hasLog(_ path: String) -> Bool { text(log(of: path)) != none }

    /// A text that changes when a file is replaced or written to; the same for a missing and an empty file.
    static func text(_ path: String) -> String {
        var status = stat()
        guard stat(path, &status) == 0, status.st_size > 0 else { return none }
        return "\(status.st_ino) \(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
    }

    private static let none = "-"

    private static func log(of path: String) -> String { path + "-wal" }
}
