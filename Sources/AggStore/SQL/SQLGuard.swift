import CSQLite

/// Lets a statement read the documented views, and stops it when its time is over or its task is cancelled.
///
/// SQLite asks it while a statement is prepared (the authorizer) and while it runs (the progress handler).
final class SQLGuard {
    /// The names that may be read by anybody: the views, and what SQLite makes of a JSON text.
    private let readable: Set<String>
    /// Part of the names of the tables and views behind those; no one can guess it, so that it opens them for the views alone.
    private let seal: String
    /// The names of the file's own tables.
    private let hidden: Set<String>
    private let deadline: ContinuousClock.Instant
    /// What was refused, as part of a sentence.
    private(set) var refusal: String?
    /// Whether the time was over.
    private(set) var isTimedOut = false
    /// The views that statements have read, in lower case.
    private(set) var viewsRead: Set<String> = []

    init(readable: [String], hidden: [String], seal: String, timeout: Duration) {
        self.hidden = Set(hidden.map { $0.lowercased() })
        self.readable = Set(readable.map { $0.lowercased() } + ["json_each", "json_tree"])
        self.seal = seal
        deadline = .now + timeout
    }

    /// Takes a connection under guard; it has to live as long as the connection is used.
    func watch(_ handle: borrowing SQLHandle) {
        _ = csqlite_set_option(handle.pointer, SQLITE_DBCONFIG_DEFENSIVE, 1)
        for option in [
            SQLITE_DBCONFIG_DQS_DML, SQLITE_DBCONFIG_DQS_DDL, SQLITE_DBCONFIG_TRUSTED_SCHEMA,
            SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION,
        ] { _ = csqlite_set_option(handle.pointer, option, 0) }
        sqlite3_limit(handle.pointer, SQLITE_LIMIT_ATTACHED, 0)
        sqlite3_limit(handle.pointer, SQLITE_LIMIT_LENGTH, 16 << 20)
        sqlite3_limit(handle.pointer, SQLITE_LIMIT_SQL_LENGTH, 1 << 20)
        let context = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_set_authorizer(
            handle.pointer,
            { context, action, first, second, _, view in
                guard let context else { return SQLITE_DENY }
                let sqlGuard = Unmanaged<SQLGuard>.fromOpaque(context).takeUnretainedValue()
                let isAllowed = sqlGuard.allows(
                    action, SQLGuard.text(first), SQLGuard.text(second), SQLGuard.text(view))
                return isAllowed ? SQLITE_OK : SQLITE_DENY
            }, context)
        sqlite3_progress_handler(
            handle.pointer, 1_000,
            { context in
                guard let context else { return 1 }
                return Unmanaged<SQLGuard>.fromOpaque(context).takeUnretainedValue().mustStop() ? 1 : 0
            }, context)
    }

    private func mustStop() -> Bool {
        if ContinuousClock.now > deadline { isTimedOut = true }
        // It runs in the task that asks, on whatever thread.
        return isTimedOut || Task.isCancelled
    }

    private func allows(_ action: CInt, _ first: String, _ second: String, _ view: String) -> Bool {
        switch action {
        case SQLITE_SELECT, SQLITE_RECURSIVE: return true
        case SQLITE_FUNCTION:
            if second.lowercased() != "load_extension" { return true }
            refuse("load_extension is refused")
        case SQLITE_READ:
            // Of what a statement names without a look at its columns only the name is told, which may be one of its own.
            if second.isEmpty, !isHidden(first.lowercased()) { return true }
            // Only the views know the names with the seal, and SQLite says which of them asks: so a statement cannot
            // read a view unnoticed, and a table expression that takes the name of one is not taken for it.
            if first.contains(seal) { viewsRead.insert(view.lowercased()) }
            if readable.contains(first.lowercased()) || first.contains(seal) || view.contains(seal) { return true }
            refuse("there is no view “\(first)”; schema lists the views")
        case SQLITE_ATTACH, SQLITE_DETACH: refuse("other files are not attached")
        case SQLITE_PRAGMA: refuse("PRAGMA is refused; schema lists the views and their columns")
        default: refuse("what writes is refused")
        }
        return false
    }

    private func isHidden(_ name: String) -> Bool {
        hidden.contains(name) || ["sqlite_", "pragma_", "dbstat"].contains { name.hasPrefix($0) }
    }

    private func refuse(_ reason: String) {
        refusal = refusal ?? reason
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
}
