import AggFiles
import AggStorage
import Foundation
import GRDB

extension StoreError {
    /// Converts a database error for the given file; the only place that depends on SQLite's error codes.
    init(_ error: any Error, file: String) {
        switch error {
        case let error as StoreError: self = error
        case is CancellationError: self = .cancelled
        case let error as SystemError: self.init(error)
        case let error as DatabaseError: self.init(error, file: file)
        case is DamagedRecord: self = .damaged(file: file, detail: "a row cannot be decoded")
        default: self = .failed(file: file, detail: String(describing: error))
        }
    }

    /// The disk error, with a way to fix it.
    private static func text(of code: ResultCode) -> String {
        let what: String
        switch code {
        case .SQLITE_IOERR_LOCK, .SQLITE_IOERR_RDLOCK, .SQLITE_IOERR_UNLOCK, .SQLITE_IOERR_SHMLOCK,
            .SQLITE_IOERR_SHMMAP, .SQLITE_IOERR_SHMOPEN:
            return "the file system cannot lock files; choose a --store on a local disk"
        case .SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_SEEK: what = "reading"
        case .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC, .SQLITE_IOERR_WRITE, .SQLITE_IOERR_TRUNCATE,
            .SQLITE_IOERR_SHMSIZE:
            what = "writing"
        default: what = "using"
        }
        return "disk error while \(what) the file; check the disk, its free space, and the file size limit"
    }

    /// Why a file cannot be opened, which SQLite does not say; nil if it can, or if there is none.
    private static func obstacle(at path: String) -> String? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        if isFolder(path) { return folderDetail }
        if stat(path, &status) != 0, errno == ENOENT { return "it is a link to a file that does not exist" }
        return access(path, R_OK) == 0 ? nil : SystemError.last().reason
    }

    private static let folderDetail = "it is a folder, not a file"

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Converts an error of a temporary file.
    init(_ error: SystemError) {
        switch error.number {
        case ENOSPC, EDQUOT: self = .full(file: UnnamedFile.folder)
        default: self = .failed(file: UnnamedFile.folder, detail: "cannot use a temporary file: \(error.reason)")
        }
    }

    private init(_ error: DatabaseError, file: String) {
        let detail = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_INTERRUPT: self = .cancelled
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked(file: file)
        case .SQLITE_READONLY, .SQLITE_PERM: self = .readOnly(file: file)
        case .SQLITE_NOTADB, .SQLITE_CORRUPT: self = .damaged(file: file, detail: detail)
        case .SQLITE_FULL: self = .full(file: file)
        // The shared memory is a file next to the mirror and needs disk space even for reading.
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE && DiskSpace.isFull(file):
            self = .full(file: file)
        case .SQLITE_CANTOPEN: self = .inaccessible(file: file, detail: Self.obstacle(at: file) ?? detail)
        // SQLite opens a folder, but cannot read from it.
        case .SQLITE_IOERR where Self.isFolder(file): self = .inaccessible(file: file, detail: Self.folderDetail)
        case .SQLITE_IOERR: self = .diskFailed(file: file, detail: Self.text(of: error.extendedResultCode))
        default: self = .failed(file: file, detail: detail)
        }
    }
}
