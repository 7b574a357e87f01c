import AggCore
package import AggSource

/// An answer as JSON: the envelope that scripts depend on, version 1, and one document per row.
package struct AnswerDocument: Sendable {
    /// The number of documents, which are one line each in `ndjson`.
    let count: Int
    /// The document of a row, created on demand.
    let item: @Sendable (Int) -> JSONValue
    /// The envelope member that holds the documents and is empty in `members`; nil if there are few and `members`
    /// already contains them.
    let rowsName: String?
    /// The words after the name of the command, as they can be typed again; in SQL, the statement.
    var query: String?
    /// The number of rows in the envelope, if it differs from the number of documents.
    var told: Int?
    /// Whether there are more rows.
    var isTruncated = false
    /// The envelope's members, in addition to those of every envelope.
    var members: JSONObject

    /// Creates a document with many rows, written one by one as the member with this name.
    init(rows name: String, count: Int, members: JSONObject, item: @escaping @Sendable (Int) -> JSONValue) {
        self.count = count
        self.item = item
        self.members = members
        rowsName = name
    }

    /// Creates a document with a few rows, which are in the members.
    package init(_ items: [JSONValue], members: JSONObject) {
        count = items.count
        item = { items[$0] }
        self.members = members
        rowsName = nil
    }

    /// Creates a document with one text, which does not count as a row.
    init(text: String) {
        self.init([["text": .string(text)]], members: ["text": .string(text)])
        told = 0
    }

    /// The envelope; the member named `rowsName` is left empty, so that the items can be written one by one.
    func envelope(of output: CommandOutput) -> JSONObject {
        var object: JSONObject = [
            "agg": 1, "command": .string(output.command), "query": query.map(JSONValue.string) ?? .null,
            "count": .integer(Int64(told ?? count)), "truncated": .boolean(isTruncated),
            "elapsed_ms": .decimal((output.elapsed.seconds * 100_000).rounded() / 100),
        ]
        for member in members.members { object[member.name] = member.value }
        // Answers without sources or records have empty lists, so that scripts can rely on both.
        for name in ["sources", "records"] where object[name] == nil { object[name] = .array([]) }
        return object
    }
}

/// An answer as columns and rows of exact text, for csv, tsv, and Markdown.
package struct AnswerTable: Sendable {
    let columns: [String]
    let count: Int
    /// The texts of a row, created on demand.
    let row: @Sendable (Int) -> [String]

    var rows: [[String]] { (0..<count).map(row) }

    /// Creates a table with many rows.
    init(_ columns: [String], count: Int, row: @escaping @Sendable (Int) -> [String]) {
        self.columns = columns
        self.count = count
        self.row = row
    }

    /// Creates a table with a few rows and the selected columns; unknown columns are empty.
    package init(_ columns: [String], _ rows: [[String]], choosing chosen: [String]?) {
        let places = (chosen ?? columns).map { columns.firstIndex(of: $0) }
        self.init(chosen ?? columns, count: rows.count) { row in places.map { $0.map { rows[row][$0] } ?? "" } }
    }

    /// Every column that an answer can have apart from those of the sources.
    static let ownColumns =
        RecordColumns.own + SourcesReport.columnNames + RefreshReport.columnNames + SettingsReport.columnNames
        + SavedSearchesReport.columnNames + SourceDetails.columnNames + HealthReport.columnNames
        + CatalogReport.columnNames
}

/// An answer as text in pieces, created on demand: the part before the rows, the rows, and the part after them.
///
/// As a result, a long answer is never held in memory, and writing it can stop at any point.
package struct AnswerText: Sequence, Sendable {
    private let head: String
    private let count: Int
    private let row: @Sendable (Int) -> String
    private let tail: String
    private var isPlain = false

    /// Creates a text from a head, rows, and a tail; empty rows are skipped.
    package init(_ head: String, rows count: Int, tail: String = "", _ row: @escaping @Sendable (Int) -> String) {
        self.head = head
        self.count = count
        self.row = row
        self.tail = tail
    }

    /// Creates a text from one piece.
    package init(_ whole: String) {
        self.init(whole, rows: 0) { _ in "" }
    }

    /// Creates a text from lines, one piece each.
    init(lines: TextLines) {
        self.init("", rows: lines.count) { lines[$0] + "\n" }
    }

    /// Creates a text from lines, one piece each.
    init(_ lines: [String]) {
        self.init(lines: TextLines(lines))
    }

    /// Creates a text from prose, wrapped to the width if there is one.
    init(words: String, _ presentation: Presentation) {
        self.init(WrappedText.of(words, width: presentation.width))
    }

    /// The same text for a terminal that shows only plain ASCII.
    var plain: AnswerText {
        var text = self
        text.isPlain = true
        return text
    }

    /// The pieces in order, without empty ones.
    package func makeIterator() -> some IteratorProtocol<String> {
        (-1...count).lazy.map { index in
            let piece = index < 0 ? head : index < count ? row(index) : tail
            return isPlain ? PlainText.of(piece) : piece
        }.filter { !$0.isEmpty }.makeIterator()
    }

    package var whole: String { joined() }
}
