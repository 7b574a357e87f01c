import AggSource

/// Checks by its first word that a statement only reads, before the store sees it.
package enum ReadOnlySQL {
    private static let readers: Set = ["SELECT", "WITH", "VALUES", "EXPLAIN"]

    /// Checks that a text starts like a read-only statement, which may be in parentheses.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - further: Words, in uppercase, with which only some dialects begin a read-only statement.
    /// - Throws: `.refused` with its first word.
    package static func check(_ text: String, further: Set<String> = []) throws(SQLError) {
        if text.utf8.contains(0) { throw .invalid("the statement contains a NUL character") }
        var start = code(text)
        while start.first == "(" { start = code(String(start.dropFirst())) }
        let word = String(start.prefix { $0.isLetter }).uppercased()
        guard !readers.contains(word), !further.contains(word) else { return }
        let nearest = Nearest.word(to: word, among: readers.sorted()).map { "; did you mean \($0)?" }
        let begins = word.isEmpty ? "" : ", found \(word)\(nearest ?? "")"
        let isQuoted = code(text).first.map { $0 == "\"" || $0 == "'" } ?? false
        if isQuoted { throw .refused("sql takes the statement without quotes around it") }
        throw .refused("sql is read-only: expected SELECT\(begins)")
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
