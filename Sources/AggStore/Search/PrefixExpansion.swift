import GRDB

/// What the text index is asked for words of a query that may go on.
///
/// Of a prefix that is longer than the prefixes that the index holds, FTS5 first gathers the rows of all words that begin
/// so, of every source, and copies the whole list 33 times (`fts5SetupPrefixIter` of SQLite 3.40). Where the words are
/// few they are asked for instead, each by itself: then no more rows are read than an answer needs.
final class PrefixExpansion {
    private enum Expansion {
        /// These words begin so, each as it stands in the index.
        case few([String])
        /// Many words begin so, each in few rows.
        case rare
        /// Many words begin so, one of them at least in many rows.
        case common
    }

    /// More words than these are many: each costs a look into the index and a step of every row.
    static let greatestCount = 64
    /// A word in so many rows is in many.
    private static let manyRows = 200
    /// The longest prefix that the index holds, in characters.
    private static let longestPrefix = 3

    private let db: Database
    private var known: [String: Expansion] = [:]

    init(_ db: Database) {
        self.db = db
    }

    /// Whether one of the prefixes that were asked for is common, so that `wideExpression` is another one.
    private(set) var hasCommon = false

    /// What finds the rows with words that begin so; nil if no word does.
    func expression(_ prefix: String) throws -> String? {
        guard prefix.unicodeScalars.count > Self.longestPrefix else { return TextExpression.prefix(prefix) }
        guard case .few(let words) = try look(up: prefix) else { return TextExpression.prefix(prefix) }
        if words.count < 2 { return words.first.map(TextExpression.word) }
        return "(" + words.map(TextExpression.word).joined(separator: " OR ") + ")"
    }

    /// The same, but of a common prefix what the index holds of it: that has more rows, and needs no gathering.
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

    /// Goes from word to word: through the rows of one that is in few, and past those of the others.
    private func read(_ prefix: String) throws -> Expansion {
        // A table of the connection's own: the file is not written. GRDB would forget all statements.
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
                // The next word is behind all that begin with this one and a control character, which none has.
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
