package import AggSource

/// Why the store could not do what was asked; each case carries the file it is about.
package enum StoreError: Error, Hashable, Sendable {
    /// Another process held the file for longer than the wait.
    case locked(file: String)
    /// The file or its folder cannot be written.
    case readOnly(file: String)
    /// A newer version of agg made the file; it is left untouched.
    case newerVersion(file: String)
    /// The file is not a database, or a damaged one.
    case damaged(file: String, detail: String)
    /// The disk is full.
    case full(file: String)
    /// The folder of the store cannot be made or entered.
    case inaccessible(file: String, detail: String)
    /// There are as many favorites as the limit allows.
    case favoritesFull(limit: Int)
    /// Anything else the database said.
    case failed(file: String, detail: String)
    /// The operation was interrupted.
    case cancelled

    package static let lockedCode = "store_locked"
    package static let readOnlyCode = "store_read_only"

    /// A stable name for scripts, such as `store_locked`.
    package var code: String {
        switch self {
        case .locked: Self.lockedCode
        case .readOnly: Self.readOnlyCode
        case .newerVersion: "store_newer_version"
        case .damaged: "store_damaged"
        case .full: "disk_full"
        case .inaccessible: "store_inaccessible"
        case .favoritesFull: "favorites_full"
        case .failed: "store_failed"
        case .cancelled: "cancelled"
        }
    }

    /// The reason as a sentence without its full stop, with the mend where there is one.
    package var reason: String {
        switch self {
        case .locked(let file): "\(file) is locked by another program; try again when it is done"
        case .readOnly(let file):
            "\(file) cannot be written: make it and its folder writable, or choose another --store"
        case .newerVersion(let file): "\(file) was made by a newer version of agg and was left as it is; update agg"
        case .damaged(let file, let detail):
            "\(file) is not a readable database (\(detail)); “agg doctor --repair” saves what it can read"
        case .full(let file): "the disk with \(file) is full; make room and try again"
        case .inaccessible(let file, let detail): "\(file) cannot be used as a store (\(detail))"
        case .favoritesFull(let limit):
            "there \(limit == 1 ? "is 1 favorite" : "are \(limit) favorites") already, which is the limit (favorites.limit); "
                + "remove one with unfavorite"
        case .failed(let file, let detail): "\(file): \(detail)"
        case .cancelled: "cancelled"
        }
    }
}

extension SourceError {
    /// What a failure of the store is to a load: a cancel stays a cancel.
    package init(_ error: StoreError) {
        self = error == .cancelled ? .cancelled : .store(code: error.code, reason: error.reason)
    }
}
