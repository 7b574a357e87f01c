import AggSearch
import GRDB

/// The words in the text index.
struct Vocabulary {
    private let db: Database

    init(db: Database) throws {
        // This table belongs to the connection, so the file is not written.
        try db.execute(
            sql: "CREATE VIRTUAL TABLE IF NOT EXISTS temp.record_word USING fts5vocab(main, record_text, row)")
        self.db = db
    }

    /// Returns words near the given one, with the number of rows that contain each.
    ///
    /// They start with its first or second letter, or equal it with the first letter replaced or another added in front.
    func words(near word: String) throws -> [String: Int] {
        let letters = Array(word)
        guard let first = letters.first else { return [:] }
        let correction = SpellingCorrection(word: word)
        var found: [String: Int] = [:]
        var starts: Set<Character> = [first]
        if letters.count > 1 { starts.insert(letters[1]) }
        for start in starts {
            try forEachWord(in: TextRange(beginningWith: String(start))) { word, count in
                if correction.isNear(word) { found[word] = count }
            }
        }
        let rest = String(letters.dropFirst())
        let others = "abcdefghijklmnopqrstuvwxyz".flatMap { [String($0) + rest, String($0) + word] }
        return try counts(of: others).merging(found) { $1 }
    }

    /// Returns the number of rows that contain each of some words.
    func counts(of words: [String]) throws -> [String: Int] {
        var found: [String: Int] = [:]
        for word in words {
            try forEachWord(in: TextRange(word, word)) { found[$0] = $1 }
        }
        return found
    }

    private func forEachWord(in range: TextRange, _ body: (String, Int) -> Void) throws {
        try db.forEachRow(
            "SELECT term, doc FROM temp.record_word WHERE term >= ?1 AND term <= ?2",
            [.text(range.first), .text(range.last)]
        ) { row in
            body(row.text(0), Int(row.integer(1)))
            return true
        }
    }
}
