import GRDB

/// The words in the text index that a misspelled word may have meant.
struct Vocabulary {
    let db: Database

    /// Returns the words that start with the first or second letter of the given one, and those that equal it with the
    /// first letter replaced or another added in front, with the number of rows that contain each.
    func words(near word: String) throws -> [String: Int] {
        let letters = Array(word)
        guard let first = letters.first else { return [:] }
        // This table belongs to the connection, so the file is not written.
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
