package import AggSource

/// An error of the store; each case includes the file concerned.
package enum StoreError: Error, Hashable, Sendable {
    /// Another process kept the file locked for longer than the timeout.
    case locked(file: String)
    /// The file or its folder cannot be written.
    case readOnly(file: String)
    /// The file was created by a newer version of agg and is left unchanged.
    case newerVersion(file: String)
    /// The file is not a database or is damaged.
    case damaged(file: String, detail: String)
    /// The disk is full.
    case full(file: String)
    /// The folder of the store cannot be created or opened, or a file in it cannot be opened.
    case inaccessible(file: String, detail: String)
    /// The limit on favorites has been reached.
    case favoritesFull(limit: Int)
    /// A merge would leave more favorites than the limit.
    case mergeTooLarge(count: Int, limit: Int)
    /// A store on a server cannot be used; the reason is a whole sentence.
    case server(code: String, reason: String)
    /// The disk or its file system failed, which says nothing about the contents of the file.
    case diskFailed(file: String, detail: String)
    /// Any other database error.
    case failed(file: String, detail: String)
    /// The operation was interrupted.
    case cancelled

    package static let lockedCode = "store_locked"
    /// Another process, perhaps on another machine, is refreshing the source.
    package static let refreshingCode = "source_refreshing"
    package static let readOnlyCode = "store_read_only"
    /// The server of the store does not respond, or the connection to it was lost.
    package static let unreachableCode = "store_unreachable"
    /// The start of the advice that ends the message of an unreachable server; the path of a folder follows.
    package static let localAdvice = "to use your local store, add --store "
    /// The code of an address that is neither a folder nor a valid URL of a server.
    package static let usageCode = "usage"

    /// A stable name for scripts, such as `store_locked`.
    package var code: String {
        switch self {
        case .locked: Self.lockedCode
        case .readOnly: Self.readOnlyCode
        case .newerVersion: "store_newer_version"
        case .damaged: "store_damaged"
        case .full: "disk_full"
        case .inaccessible: "store_inaccessible"
        case .favoritesFull, .mergeTooLarge: "favorites_full"
        case .server(let code, _): code
        case .diskFailed, .failed: "store_failed"
        case .cancelled: "cancelled"
        }
    }

    /// The reason as a sentence without the final period, with a way to fix it if there is one.
    package var reason: String {
        switch self {
        case .locked(let file): "\(file) is locked by another program; try again when it is done"
        case .readOnly(let file):
            "cannot write \(file); make it and its folder writable, or choose another --store"
        case .newerVersion(let file): "\(file) was made by a newer version of agg and was left unchanged; update agg"
        case .damaged(let file, let detail):
            "\(file) is not a readable database (\(detail)); run “doctor --repair” to recover what is still readable"
        case .full(let file): "the disk that contains \(file) is full; free some space and try again"
        case .inaccessible(let file, let detail):
            "cannot use \(file): \(detail); check it and its permissions, or choose another folder with --store or "
                + "AGG_STORE"
        case .favoritesFull(let limit):
            "you have reached the limit of \(limit == 1 ? "1 favorite" : "\(limit) favorites") (favorites.limit); raise it, "
                + "or remove favorites with “unfavorite”"
        case .mergeTooLarge(let count, let limit):
            "this would make \(count) favorites, but the limit is \(limit) (favorites.limit); raise it, or remove "
                + "\(count - limit) with “unfavorite”"
        case .server(_, let reason): reason
        case .diskFailed(let file, let detail), .failed(let file, let detail): "\(file): \(detail)"
        case .cancelled: "canceled"
        }
    }
}

extension SourceError {
    /// Converts a store error into a load error; a cancellation stays one.
    package init(_ error: StoreError) {
        self = error == .cancelled ? .cancelled : .store(code: error.code, reason: error.reason)
    }
}
