import AggCore
import GRDB

extension StoreError {
    /// Says what an error of the database means for the file: the one place that knows SQLite's codes.
    init(_ error: any Error, file: String) {
        switch error {
        case let error as StoreError: self = error
        case is CancellationError: self = .cancelled
        case let error as DatabaseError: self.init(error, file: file)
        case is DamagedRecord: self = .damaged(file: file, detail: "a row is not as it was written")
        default: self = .failed(file: file, detail: String(describing: error))
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
        case .SQLITE_CANTOPEN: self = .inaccessible(file: file, detail: detail)
        default: self = .failed(file: file, detail: detail)
        }
    }
}
