import GRDB

/// Expands the prefixes in a query for the text index.
///
/// For a prefix longer than those stored in the index, FTS5 first collects the rows of all words with that prefix, from
/// every source, and copies the whole list 33 times (`fts5SetupPrefixIter` in SQLite 3.40). If there are only a few
/// such words, the query asks for each of them instead, so that it reads no more rows than an answer needs.
final class PrefixExpansion {
    private enum Expansion {
        /// A few words have this prefix, each as it is in the index.
        case few([String])
        /// Many words have this prefix, each in few rows.
        case rare
        /// Many words have this prefix, at least one of them in many rows.
        case common
    }

    /// The limit for a few words: each costs an index lookup and a step for every row.
    static let greatestCount = 64
    /// The number of rows that makes a word common.
    private static let manyRows = 200
    /// The longest prefix stored in the index, in characters.
    private static let longestPrefix = 3

    private let db: Database
    private var known: [String: Expansion] = [:]

    init(_ db: Database) {
        self.db = db
    }

    /// Whether any of the prefixes so far is common, so that its `wideExpression` differs.
    private(set) var hasCommon = false

    /// The expression for rows with words that start with a prefix; nil if there are none.
    func expression(_ prefix: String) throws -> String? {
        guard prefix.unicodeScalars.count > Self.longestPrefix else { return TextExpression.prefix(prefix) }
        guard case .few(let words) = try look(up: prefix) else { return TextExpression.prefix(prefix) }
        if words.count < 2 { return words.first.map(TextExpression.word) }
        return "(" + words.map(TextExpression.word).joined(separator: " OR ") + ")"
    }

    /// Like `expression`, but for a common prefix it uses a shorter one stored in the index, which has more rows but
    /// requires no collecting.
    func wideExpression(_ prefix: String) throws -> String? {
        guard prefix.unicodeScalars.count > Self.longestPrefix, case .common = try look(up: prefix) else {
            return try expression(prefix)
        }
        return TextExpression.prefix(String(String.UnicodeScalarView(prefix.unicodeScalars.prefix(Self.longestPrefix))))
    }

    private func look(up prefix: String) throws -> Expansion {
        if let found = known[prefix] { return found }
        let found = try read(prefix)
        if case .common = found { hasCommon = true }
        known[prefix] = found
        return found
    }

    /// Steps from word to word, reading all rows of a rare word but skipping the rest of a common one.
    private func read(_ prefix: String) throws -> Expansion {
        // This table belongs to the connection, so the file is not written. With GRDB's own call, all statements would
        // be discarded.
        _ = try PreparedStatement(
            db, "CREATE VIRTUAL TABLE IF NOT EXISTS temp.word_row USING fts5vocab(main, record_text, instance)"
        ).step()
        let rows = try PreparedStatement(db, "SELECT term FROM temp.word_row WHERE term >= ?1")
        var words: [String] = []
        var (count, isCommon) = (0, false)
        rows.bind(1, prefix)
        while try rows.step() {
            if rows.withBytes(0, { words.last?.utf8.elementsEqual($0) ?? false }) {
                count += 1
                guard count == Self.manyRows else { continue }
                isCommon = true
                rows.reset()
                // The next word comes after everything that starts with this one and a control character, which no word
                // contains.
                rows.bind(1, words[words.count - 1] + "\u{1}")
                continue
            }
            let word = rows.text(0)
            guard word.utf8.starts(with: prefix.utf8) else { break }
            words.append(word)
            count = 1
            if words.count > Self.greatestCount { return isCommon ? .common : .rare }
        }
        return .few(words)
    }
}
