import AggSource

/// Checks by its first word that a statement only reads, before the store sees it.
package enum ReadOnlySQL {
    private static let readers: Set = ["SELECT", "WITH", "VALUES", "EXPLAIN"]
    /// The words with which other statements of SQLite and PostgreSQL begin.
    private static let others: Set = [
        "ABORT", "ALTER", "ANALYZE", "ATTACH", "BEGIN", "CALL", "CHECKPOINT", "CLOSE", "CLUSTER", "COMMENT", "COMMIT",
        "COPY", "CREATE", "DEALLOCATE", "DECLARE", "DELETE", "DETACH", "DISCARD", "DO", "DROP", "END", "EXECUTE",
        "FETCH", "GRANT", "IMPORT", "INSERT", "LISTEN", "LOAD", "LOCK", "MERGE", "MOVE", "NOTIFY", "PRAGMA", "PREPARE",
        "REASSIGN", "REFRESH", "REINDEX", "RELEASE", "REPLACE", "RESET", "REVOKE", "ROLLBACK", "SAVEPOINT", "SECURITY",
        "SET", "SHOW", "START", "TABLE", "TRUNCATE", "UNLISTEN", "UPDATE", "VACUUM",
    ]

    /// Checks that a text starts like a read-only statement, which may be in parentheses.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - further: Words, in uppercase, with which only some dialects begin a read-only statement.
    /// - Throws: `.refused` with its first word; `.invalid` if no statement begins like that.
    package static func check(_ text: String, further: Set<String> = []) throws(SQLError) {
        if text.utf8.contains(0) { throw .invalid("the statement contains a NUL character") }
        var start = code(text)
        while start.first == "(" { start = code(String(start.dropFirst())) }
        let word = String(start.prefix { $0.isLetter }).uppercased()
        guard !readers.contains(word), !further.contains(word) else { return }
        if others.contains(word) { throw .refused("sql is read-only: expected SELECT, found \(word)") }
        let isQuoted = code(text).first.map { $0 == "\"" || $0 == "'" } ?? false
        if isQuoted { throw .invalid("remove the quotes around the statement") }
        let nearest = Nearest.word(to: word, among: readers.sorted()).map { "; did you mean \($0)?" }
        throw .invalid("expected SELECT" + (word.isEmpty ? "" : ", found \(word)\(nearest ?? "")"))
    }

    /// The text after any leading whitespace and comments.
    package static func code(_ text: String) -> Substring {
        var rest = text[...]
        while true {
            rest = rest.drop { $0.isWhitespace }
            if rest.hasPrefix("--") {
                rest = rest.drop { !$0.isNewline }
            } else if rest.hasPrefix("/*") {
                rest = rest.firstRange(of: "*/").map { rest[$0.upperBound...] } ?? ""
            } else {
                return rest
            }
        }
    }
}
