import AggSearch
import GRDB

/// The words in the text index.
struct Vocabulary {
    let db: Database

    /// Returns words near the given one, with the number of rows that contain each.
    func words(near word: String) throws -> [String: Int] {
        let correction = SpellingCorrection(word: word)
        let places = correction.places
        var found = try counts(of: places.words)
        for start in places.starts {
            try forEachWord(in: TextRange(beginningWith: start)) { word, count in
                if correction.isNear(word) { found[word] = count }
            }
        }
        return found
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
            "SELECT term, doc FROM word_count WHERE term >= ?1 AND term <= ?2",
            [.text(range.first), .text(range.last)]
        ) { row in
            body(row.text(0), Int(row.integer(1)))
            return true
        }
    }
}
