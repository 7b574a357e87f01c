import AggStorage

/// What can be said of a statement by its first word, before SQLite sees it.
enum SQLText {
    private static let readers: Set = ["SELECT", "WITH", "VALUES", "EXPLAIN"]

    /// Checks that a text begins like a statement that reads.
    ///
    /// - Throws: `.refused` with the word it begins with.
    static func check(_ text: String) throws(SQLError) {
        if text.utf8.contains(0) { throw .invalid("a NUL character stands in the text") }
        let word = String(code(text).prefix { $0.isLetter }).uppercased()
        guard !readers.contains(word) else { return }
        let begins = word.isEmpty ? "" : ", and \(word) is refused"
        let isQuoted = code(text).first.map { $0 == "\"" || $0 == "'" } ?? false
        if isQuoted { throw .refused("sql takes a SELECT as it is, without quotes around it") }
        throw .refused("sql only reads: it takes a SELECT\(begins)")
    }

    /// The text behind the blanks and comments it begins with.
    private static func code(_ text: String) -> Substring {
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
