import AggCore
package import AggSearch
package import AggSource
package import AggStorage

/// A table as an answer, with notes on it.
package struct TableReport: Answer {
    /// The columns and rows.
    package var table: DataTable
    /// The words after the name of the command, as they can be typed again; in SQL, the statement.
    package var query: String?
    /// The command that shows more; nil if absent.
    package var more: String?
    /// Notes on how the query was interpreted, each a sentence without the final period.
    package var queryNotes: [String] = []
    /// Other notes needed to read it correctly.
    package var notes: [String] = []
    /// The sources of its data.
    package var sources: [SourceStatus] = []
    /// The number of matching records by source; empty if they were not counted.
    package var matched: [SourceID: Int] = [:]
    /// The total number of matching records; nil if they were not counted.
    package var total: Int?
    /// Whether rows may be records, as with SQL; row numbers then refer to those records.
    var rowsAreRecords = false
    /// Whether a narrow terminal may drop columns, the last ones first.
    var mayDropColumns = false
    /// The column whose numbers are drawn as bars at a terminal, if any.
    package var bars: Int?
    /// The text for a missing value, except in formats for programs; nil for none.
    var missing: String?

    package init(_ table: DataTable, query: String? = nil) {
        self.table = table
        self.query = query
    }

    /// Keeps only the given columns, in that order; unknown columns are empty.
    @discardableResult
    package mutating func choose(_ columns: [String]) -> Bool {
        let places = columns.map { table.columns.firstIndex(of: $0) }
        table.columns = columns
        table.rows = table.rows.map { row in places.map { $0.map { row[$0] } ?? .null } }
        bars = bars.flatMap { bars in places.firstIndex(of: bars) }
        return true
    }

    package mutating func addToMore(_ option: String) {
        // After sql and its options, everything up to the end of the line is the statement.
        let sql = "sql "
        more = more.map { $0.hasPrefix(sql) ? sql + "\(option) \($0.dropFirst(sql.count))" : "\($0) \(option)" }
    }

    /// A value as exact text; empty for null.
    static func text(_ value: JSONValue) -> String {
        switch value {
        case .null: ""
        case .string(let text): text
        case .decimal(let number): number.isFinite ? JSONWriter.shortest(number) : number.description
        default: value.text
        }
    }

    /// A value as text for people; nil if it is missing.
    fileprivate func shown(_ value: JSONValue) -> String? { value == .null ? missing : Self.text(value) }

    package var showsRecords: Bool { !sources.isEmpty }
    package var values: DataTable? { table }
    package var isTruncated: Bool { table.isTruncated }

    package func document(_ output: CommandOutput) -> AnswerDocument {
        var members: JSONObject = [:]
        if let total { members["matched"] = .integer(Int64(total)) }
        members["sources"] = .array(sources.map { $0.document(matched: matched[$0.id]) })
        members["notes"] = .array((queryNotes + notes).map(JSONValue.string))
        members["columns"] = .array(table.columns.map(JSONValue.string))
        members["rows"] = .array([])
        var document = AnswerDocument(rows: "rows", count: table.rows.count, members: members) { [table] row in
            .object(JSONObject(zip(table.columns, table.rows[row]).map { JSONObject.Member($0, $1) }))
        }
        document.query = query
        document.isTruncated = table.isTruncated
        return document
    }

    package func cells(_ output: CommandOutput) -> AnswerTable? {
        AnswerTable(table.columns, count: table.rows.count) { [self] row in table.rows[row].map { shown($0) ?? "" } }
    }

    package func separatedCells(_ output: CommandOutput) -> AnswerTable? {
        AnswerTable(table.columns, count: table.rows.count) { [table] in table.rows[$0].map(TableReport.text) }
    }

    package func lines(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText {
        let layout = TableReportLayout(presentation)
        if presentation.expands(layout.naturalWidth(self)) { return rows(output, presentation) }
        return AnswerText(lines: layout.lines(self, elapsed: output.elapsed))
    }

    package func list(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText? {
        rows(output, presentation)
    }

    /// One row at a time, with one value per line.
    private func rows(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText {
        let style = presentation.style
        let footer = TableReportLayout(presentation).footer(self, elapsed: output.elapsed)
        return AnswerText("", rows: table.rows.count, tail: footer.joined(separator: "\n") + "\n") { [self] index in
            let values = ValueLines(presentation).lines(Array(zip(table.columns, table.rows[index].map(shown))))
            return ([style.bold("\(index + 1).")] + values).joined(separator: "\n") + "\n\n"
        }
    }

    package func numberedAddresses(in form: OutputFormat) -> [RecordAddress]? { rowsAreRecords ? addresses : nil }

    /// The addresses of the rows: from the column `address`, or from `key` if all rows belong to one source; empty if
    /// any is missing.
    private var addresses: [RecordAddress] {
        let places = ["address", "source", "key"].map { table.columns.firstIndex(of: $0) }
        let only = sources.count == 1 ? sources[0].id : nil
        let addresses = table.rows.map { row -> RecordAddress? in
            let values = places.map { $0.flatMap { row[$0].stringValue } }
            if let text = values[0], let address = RecordAddress(text), isKnown(address.source) { return address }
            guard let key = values[2], let source = values[1].flatMap({ SourceID($0) }) ?? only else { return nil }
            return RecordAddress(source: source, key: key)
        }
        let found = addresses.compactMap(\.self)
        return found.count == addresses.count ? found : []
    }

    /// Whether rows may belong to a source: a street with a colon is not an address.
    private func isKnown(_ source: SourceID) -> Bool { sources.isEmpty || sources.contains { $0.id == source } }
}

/// A table of values at a terminal, with its bars and notes.
struct TableReportLayout {
    private let presentation: Presentation
    private let style: Style

    init(_ presentation: Presentation) {
        self.presentation = presentation
        style = presentation.style
    }

    func lines(_ report: TableReport, elapsed: Duration) -> TextLines {
        let footer = TextLines(footer(report, elapsed: elapsed))
        guard !report.table.rows.isEmpty else { return footer }
        let table = withBars(report, table(report))
        let lines = table.lines(width: presentation.width, style: style, showsHeadings: presentation.showsHeadings)
        let hint = TextLines(presentation.hint(fits: table.fits(presentation.width)))
        return TextLines(parts: [lines, footer, hint])
    }

    /// The width of the table if nothing is truncated, without bars.
    func naturalWidth(_ report: TableReport) -> Int { naturalWidth(table(report)) }

    private func naturalWidth(_ table: TextTable) -> Int {
        table.naturalWidths.compactMap(\.self).reduce(-2) { $0 + $1 + 2 }
    }

    private func table(_ report: TableReport) -> TextTable {
        let table = report.table
        let columns = table.columns.indices.map { index in
            let values = table.rows.prefix(TextTable.measured).lazy.map { $0[index] }.filter { $0 != .null }
            let isNumeric = !values.isEmpty && values.allSatisfy { $0.doubleValue != nil && $0.stringValue == nil }
            return TextTable.Column(
                heading: VisibleText.of(table.columns[index]), isRightAligned: isNumeric, isFlexible: !isNumeric,
                leaves: report.mayDropColumns && index > 1 ? index : nil, isKept: !report.mayDropColumns)
        }
        return TextTable(columns: columns, count: table.rows.count) { place in
            table.rows[place].map { VisibleText.of(report.shown($0) ?? "") }
        }
    }

    /// The table with a column of bars, if there is a column to draw and enough room.
    private func withBars(_ report: TableReport, _ table: TextTable) -> TextTable {
        guard let place = report.bars, let width = barWidth(table) else { return table }
        let numbers = report.table.rows.map { $0[place].doubleValue ?? 0 }
        let greatest = numbers.max() ?? 0
        return TextTable(columns: table.columns + [.init(heading: "")], count: table.count) { row in
            table.row(row) + [Bar.text(numbers[row], of: greatest, width: width)]
        }
    }

    /// The text below the table: the number of rows, the elapsed time, and the notes.
    func footer(_ report: TableReport, elapsed: Duration) -> [String] {
        let (count, unit) = report.total.map { ($0, "record") } ?? (report.table.rows.count, "row")
        return footer(report, count: "\(count) \(unit)\(count == 1 ? "" : "s")", elapsed: elapsed)
    }

    /// The footer with the count already in words.
    func footer(_ report: TableReport, count: String, elapsed: Duration) -> [String] {
        let more =
            report.table.isTruncated
            ? report.more.map { "; for more: \($0)" } ?? ", more available" : ""
        let head = FooterLine("\(count)\(more)\(Footer.taken(elapsed, presentation))", .secondary)
        return head.lines(presentation)
            + remarks(report, atMost: Footer.greatestCount - 1)
    }

    /// Notes on the table, in up to a given number of lines.
    func remarks(_ report: TableReport, atMost count: Int = Footer.greatestCount) -> [String] {
        let isShown = { (source: SourceStatus) in
            // If the answer has no rows, sources with problems might have had some.
            !report.table.rows.isEmpty || report.sources.count == 1 || source.reason != nil || !source.notes.isEmpty
        }
        return Footer.lines(
            notes: report.notes, warnings: report.queryNotes, report.sources.filter(isShown), among: report.sources,
            ofNothing: report.table.rows.isEmpty, presentation, atMost: count)
    }

    /// The width left for bars; nil if there is too little.
    private func barWidth(_ table: TextTable) -> Int? {
        let room = (presentation.width ?? 80) - naturalWidth(table) - 2
        return room < 5 ? nil : min(room, 40)
    }
}
