import GRDB

/// The words of the text index that may be what a mistyped one was meant to be.
struct Vocabulary {
    let db: Database

    /// Words that begin like the one given, with one letter at its beginning left out, put in front, exchanged or swapped
    /// too; each with the number of rows that have it.
    func words(near word: String) throws -> [String: Int] {
        let letters = Array(word)
        guard let first = letters.first else { return [:] }
        // A table of the connection's own: the file is not written.
        try db.execute(
            sql: "CREATE VIRTUAL TABLE IF NOT EXISTS temp.record_word USING fts5vocab(main, record_text, row)")
        var found: [String: Int] = [:]
        var starts: Set<Character> = [first]
        if letters.count > 1 { starts.insert(letters[1]) }
        for start in starts { try add(TextRange(beginningWith: String(start)), to: &found) }
        let rest = String(letters.dropFirst())
        for letter in "abcdefghijklmnopqrstuvwxyz" {
            for candidate in [String(letter) + rest, String(letter) + word] {
                try add(TextRange(candidate, candidate), to: &found)
            }
        }
        return found
    }

    private func add(_ range: TextRange, to found: inout [String: Int]) throws {
        try db.forEachRow(
            "SELECT term, doc FROM temp.record_word WHERE term >= ?1 AND term <= ?2",
            [.text(range.first), .text(range.last)]
        ) { row in
            found[row.text(0)] = Int(row.integer(1))
            return true
        }
    }
}
