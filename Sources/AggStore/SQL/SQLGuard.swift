import CSQLite

/// Restricts a statement to the documented views, and stops it when its time is up or its task is canceled.
///
/// SQLite calls it while it prepares a statement (the authorizer) and while it runs it (the progress handler).
final class SQLGuard {
    /// The names that any statement may read: the views, and SQLite's JSON tables.
    private let readable: Set<String>
    /// An unguessable part of the names of the underlying tables and views, so that only the views can read them.
    private let seal: String
    /// The names of the file's own tables.
    private let hidden: Set<String>
    private let deadline: ContinuousClock.Instant
    /// Why the statement was refused.
    private(set) var refusal: String?
    /// Whether the statement exceeded the time limit.
    private(set) var isTimedOut = false
    /// The views that statements have read, in lower case.
    private(set) var viewsRead: Set<String> = []

    init(readable: [String], hidden: [String], seal: String, timeout: Duration) {
        self.hidden = Set(hidden.map { $0.lowercased() })
        self.readable = Set(readable.map { $0.lowercased() } + ["json_each", "json_tree"])
        self.seal = seal
        deadline = .now + timeout
    }

    /// Starts guarding a connection; must outlive its use.
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

    /// Whether the time is up or the task is canceled.
    func mustStop() -> Bool {
        if ContinuousClock.now > deadline { isTimedOut = true }
        // Runs in the task of the query, on any thread.
        return isTimedOut || Task.isCancelled
    }

    private func allows(_ action: CInt, _ first: String, _ second: String, _ view: String) -> Bool {
        switch action {
        case SQLITE_SELECT, SQLITE_RECURSIVE: return true
        case SQLITE_FUNCTION:
            if second.lowercased() != "load_extension" { return true }
            refuse("load_extension is not allowed")
        case SQLITE_READ:
            // If a statement uses none of a table's columns, SQLite passes only the name, which the statement may have
            // defined itself.
            if second.isEmpty, !isHidden(first.lowercased()) { return true }
            // Only the views use names with the seal, and SQLite reports which view is reading. So no view can be read
            // unnoticed, and no table expression with a view's name can be mistaken for it.
            if first.contains(seal) { viewsRead.insert(view.lowercased()) }
            if readable.contains(first.lowercased()) || first.contains(seal) || view.contains(seal) { return true }
            refuse("no such view “\(first)”; “schema” lists the views")
        case SQLITE_ATTACH, SQLITE_DETACH: refuse("other files cannot be attached")
        case SQLITE_PRAGMA: refuse("PRAGMA is not allowed; “schema” lists the views and their columns")
        // SQLite declares a virtual table, such as “dbstat”, when a statement first names it.
        case SQLITE_UPDATE where ["sqlite_master", "sqlite_temp_master"].contains(first):
            refuse("the statement uses a table that is not a view; “schema” lists the views")
        default: refusal = refusal ?? "sql is read-only: writing is not allowed"
        }
        return false
    }

    private func isHidden(_ name: String) -> Bool {
        hidden.contains(name) || ["sqlite_", "pragma_", "dbstat"].contains { name.hasPrefix($0) }
    }

    private func refuse(_ reason: String) {
        refusal = refusal ?? "sql can only read the views: \(reason)"
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
}
