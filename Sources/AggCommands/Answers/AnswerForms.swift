import AggCore
package import AggSource

/// An answer as JSON: the envelope that scripts depend on, version 1, and one document for each row.
package struct AnswerDocument: Sendable {
    /// How many documents there are, a line each in `ndjson`.
    let count: Int
    /// The document of a row, made when it is asked for.
    let item: @Sendable (Int) -> JSONValue
    /// The member of the envelope that holds the documents and is empty in `members`; nil if they are few, and stand in
    /// `members` already.
    let rowsName: String?
    /// What was asked, as it was typed.
    var query: String?
    /// How many rows the envelope tells of, if not as many as there are documents.
    var told: Int?
    /// Whether there are more rows than these.
    var isTruncated = false
    /// What the envelope holds beside what every envelope does.
    var members: JSONObject

    /// Makes a document of many rows, written one by one as the member of this name.
    init(rows name: String, count: Int, members: JSONObject, item: @escaping @Sendable (Int) -> JSONValue) {
        self.count = count
        self.item = item
        self.members = members
        rowsName = name
    }

    /// Makes a document of a few rows, which stand in the members.
    package init(_ items: [JSONValue], members: JSONObject) {
        count = items.count
        item = { items[$0] }
        self.members = members
        rowsName = nil
    }

    /// The envelope; the member that `rowsName` names is left empty, for the items to be written one by one.
    func envelope(of output: CommandOutput) -> JSONObject {
        var object: JSONObject = [
            "agg": 1, "command": .string(output.command), "query": query.map(JSONValue.string) ?? .null,
            "count": .integer(Int64(told ?? count)), "truncated": .boolean(isTruncated),
            "elapsed_ms": .decimal((output.elapsed.seconds * 100_000).rounded() / 100),
        ]
        for member in members.members { object[member.name] = member.value }
        // What is not about sources or records says so by empty lists: a script can rely on both.
        for name in ["sources", "records"] where object[name] == nil { object[name] = .array([]) }
        return object
    }
}

/// An answer as columns and rows of exact text: what csv, tsv and Markdown write.
package struct AnswerTable: Sendable {
    let columns: [String]
    /// How many rows there are.
    let count: Int
    /// The texts of a row, made when they are asked for.
    let row: @Sendable (Int) -> [String]

    var rows: [[String]] { (0..<count).map(row) }

    /// Makes a table of many rows.
    init(_ columns: [String], count: Int, row: @escaping @Sendable (Int) -> [String]) {
        self.columns = columns
        self.count = count
        self.row = row
    }

    /// Makes a table of a few rows, with the columns that were chosen; those it does not have are empty.
    package init(_ columns: [String], _ rows: [[String]], choosing chosen: [String]?) {
        let places = (chosen ?? columns).map { columns.firstIndex(of: $0) }
        self.init(chosen ?? columns, count: rows.count) { row in places.map { $0.map { rows[row][$0] } ?? "" } }
    }

    /// Every column that an answer may have beside those of the sources.
    static let ownColumns =
        RecordColumns.usual + ["key", "alternative_titles", "matched_title", "match", "why", "distance_km"]
        + RecordColumns.ofFavorites + SourcesReport.columnNames + RefreshReport.columnNames + SettingsReport.columnNames
        + SavedSearchesReport.columnNames + SourceDetails.columnNames + HealthReport.columnNames
}

/// An answer as text in pieces, each made when it is asked for: what stands before the rows, the rows, what stands after.
///
/// A long answer is so never whole in memory, and whoever writes it can stop anywhere.
package struct AnswerText: Sequence, Sendable {
    private let head: String
    private let count: Int
    private let row: @Sendable (Int) -> String
    private let tail: String
    private var isPlain = false

    /// Makes a text of a head, so many rows, and a tail; a row that is empty is no piece.
    package init(_ head: String, rows count: Int, tail: String = "", _ row: @escaping @Sendable (Int) -> String) {
        self.head = head
        self.count = count
        self.row = row
        self.tail = tail
    }

    /// Makes a text of one piece.
    package init(_ whole: String) {
        self.init(whole, rows: 0) { _ in "" }
    }

    /// Makes a text of lines, a piece each.
    init(lines: TextLines) {
        self.init("", rows: lines.count) { lines[$0] + "\n" }
    }

    /// Makes a text of lines, a piece each.
    init(_ lines: [String]) {
        self.init(lines: TextLines(lines))
    }

    /// Makes a text of words, which are wrapped where there is a width.
    init(words: String, _ presentation: Presentation) {
        self.init(presentation.width.map { WrappedText.of(words, width: $0) } ?? words)
    }

    /// The same text for a terminal that shows plain ASCII alone.
    var plain: AnswerText {
        var text = self
        text.isPlain = true
        return text
    }

    /// The pieces in order; none is empty.
    package func makeIterator() -> some IteratorProtocol<String> {
        (-1...count).lazy.map { index in
            let piece = index < 0 ? head : index < count ? row(index) : tail
            return isPlain ? PlainText.of(piece) : piece
        }.filter { !$0.isEmpty }.makeIterator()
    }

    package var whole: String { joined() }
}
