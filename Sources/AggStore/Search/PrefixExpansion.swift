import AggStorage
import GRDB

/// Expands the prefixes in a query for the text index.
///
/// For a prefix longer than those stored in the index, FTS5 first collects the rows of all words with that prefix, from
/// every source, and copies the whole list 33 times (`fts5SetupPrefixIter` in SQLite 3.40). If there are only a few
/// such words, the query lists each of them instead, so it reads no more rows than an answer needs.
final class PrefixExpansion {
    fileprivate enum Expansion {
        /// A few words have this prefix, each as it is in the index.
        case few([String])
        /// Many words have this prefix, each in few rows.
        case rare
        /// Many words have this prefix, at least one of them in many rows.
        case common
    }

    /// The limit for a few words: each costs an index lookup and a step for every row.
    static let greatestCount = 64
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
        if known[prefix] == nil { try read(SearchableText.unmarked(prefix)) }
        let found = known[prefix] ?? .few([])
        if case .common = found { hasCommon = true }
        return found
    }

    /// Looks up a text in all parts of a record: usually all of them are needed, and opening the table of words takes
    /// longer than reading the few that match.
    private func read(_ text: String) throws {
        var ranges = ([""] + SearchableText.Place.allCases.map(\.mark)).map { WordRange($0 + text) }
            .filter { $0.prefix.unicodeScalars.count > Self.longestPrefix }
        let rows = try PreparedStatement(
            db,
            """
            WITH asked (number, first, last) AS (VALUES (0, ?1, ?2), (1, ?3, ?4), (2, ?5, ?6))
            SELECT number, term FROM asked CROSS JOIN word_row WHERE term >= first AND term <= last
            """)
        repeat {
            rows.reset()
            for (index, range) in ranges.enumerated() {
                rows.bind(2 * index + 1, range.isRead ? range.last : range.first)
                rows.bind(2 * index + 2, range.last)
            }
        } while try !Self.readOn(rows, &ranges)
        for range in ranges { known[range.prefix] = range.expansion }
    }

    /// Steps from word to word, reading all rows of a rare word; returns false if reading must resume after a common one.
    private static func readOn(_ rows: borrowing PreparedStatement, _ ranges: inout [WordRange]) throws -> Bool {
        while try rows.step() {
            let number = Int(rows.integer(0))
            for index in 0..<number { ranges[index].isRead = true }
            if !rows.withBytes(1, { ranges[number].add($0) }) { return false }
        }
        return true
    }
}

/// The words of the text index with one prefix, up to the number that is worth listing individually.
private struct WordRange {
    /// The number of rows that makes a word common.
    private static let manyRows = 200

    let prefix: String
    /// Where to resume reading.
    private(set) var first: String
    var last: String { prefix + "\u{10FFFF}" }
    /// Whether the rest can be skipped.
    var isRead = false
    private var words: [String] = []
    private var rows = 0
    private var isCommon = false

    init(_ prefix: String) {
        self.prefix = prefix
        first = prefix
    }

    var expansion: PrefixExpansion.Expansion {
        if words.count <= PrefixExpansion.greatestCount { return .few(words) }
        return isCommon ? .common : .rare
    }

    /// Adds a row of a word; returns false if reading must restart, to skip the word's other rows.
    mutating func add(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
        if words.last?.utf8.elementsEqual(word) ?? false {
            rows += 1
            guard rows == Self.manyRows else { return true }
            isCommon = true
            // The next word comes after everything that starts with this one and a control character, which no word
            // contains.
            first = String(decoding: word, as: UTF8.self) + "\u{1}"
            return false
        }
        words.append(String(decoding: word, as: UTF8.self))
        rows = 1
        isRead = words.count > PrefixExpansion.greatestCount
        return !isRead
    }
}
