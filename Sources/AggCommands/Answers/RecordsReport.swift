package import AggCore
package import AggSearch
import AggSource
package import AggStorage

/// Records, with the query as it can be typed and the command that shows more.
package struct RecordsReport: Answer {
    package var answer: RecordsAnswer
    /// The query as it can be typed, with its quotes; nil if there was none.
    package let query: String?
    /// The command that shows more; nil if absent.
    package private(set) var more: String?
    /// The text shown if there are no rows; nil for the usual one.
    var emptyNote: String?
    /// Whether its purpose is to explain the query, so that people see every explanation above the footer.
    var explainsQuery = false

    package init(_ answer: RecordsAnswer, query: String?, more: String?) {
        self.answer = answer
        self.query = query
        self.more = more
    }

    package var isTruncated: Bool { answer.isTruncated }

    package func document(_ output: CommandOutput) -> AnswerDocument {
        AnswerDocument(answer, query: query, of: output)
    }

    package func cells(_ output: CommandOutput) -> AnswerTable? { AnswerTable(answer.rows, of: output) }

    package func lines(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText {
        let table = RecordsTable(presentation, output, groupsByDay: output.groupsByDay)
        if isExpanded(table, presentation) { return records(output, presentation) }
        let footer = TextLines(Footer(output, presentation).lines(self))
        guard answer.rows.isEmpty else {
            let hint = TextLines(presentation.hint(fits: table.fits(answer)))
            return AnswerText(lines: TextLines(parts: [table.lines(answer), footer, hint]))
        }
        return AnswerText(lines: TextLines(parts: [TextLines(presentation.lines(of: emptyText)), footer]))
    }

    /// The rows for people, without a footer.
    func rowLines(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText {
        let table = RecordsTable(presentation, output, groupsByDay: output.groupsByDay)
        guard isExpanded(table, presentation) else { return AnswerText(lines: table.lines(answer)) }
        let layout = RecordLayout(output, presentation)
        let (rows, text) = (answer.numbered.rows, answer.text)
        return AnswerText("", rows: rows.count) { Self.text(layout, rows[$0], $0 + 1, text) }
    }

    /// Returns a function that writes further rows after those of the answer, in the same form.
    func further(
        _ output: CommandOutput, _ presentation: Presentation
    ) -> (_ row: RecordsAnswer.Row, _ number: Int) -> String {
        let table = RecordsTable(presentation, output, groupsByDay: false)
        if isExpanded(table, presentation) {
            let layout = RecordLayout(output, presentation)
            return { row, number in Self.text(layout, row, number, nil) }
        }
        let line = table.further(answer)
        return { row, number in line(row, number) + "\n" }
    }

    package func list(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText? {
        records(output, presentation)
    }

    /// One record at a time, numbered as in the table.
    private func records(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText {
        let layout = RecordLayout(output, presentation)
        let footer = Footer(output, presentation).lines(self)
        let (rows, text) = (answer.numbered.rows, answer.text)
        let head = rows.isEmpty ? WrappedText.of(emptyText, width: presentation.width) + "\n" : ""
        return AnswerText(head, rows: rows.count, tail: footer.joined(separator: "\n") + "\n") { index in
            Self.text(layout, rows[index], index + 1, text)
        }
    }

    private static func text(
        _ layout: RecordLayout, _ row: RecordsAnswer.Row, _ number: Int, _ text: SearchText?
    ) -> String {
        layout.lines(row, number: number, text).joined(separator: "\n") + "\n\n"
    }

    /// Whether to show one record at a time instead of the table.
    private func isExpanded(_ table: RecordsTable, _ presentation: Presentation) -> Bool {
        presentation.expands(answer.rows.isEmpty ? 0 : table.naturalWidth(answer))
    }

    /// The text shown if there are no rows.
    private var emptyText: String {
        if let emptyNote { return emptyNote }
        guard answer.isOfFavorites, query?.allSatisfy({ $0.isWhitespace || $0 == "\"" }) ?? true else {
            let hasRows = answer.sources.isEmpty || answer.sources.contains { $0.status.isServed }
            return hasRows ? "No matches." : "There are no rows to search."
        }
        return "No favorites yet. To add one, run “favorite” with the address of a record, such as cities:2643743, "
            + "or, after a search, with a row number."
    }
}

extension RecordsReport {
    package var showsRecords: Bool { true }
    package var records: [RecordsAnswer.Row]? { answer.rows }
    package var queryNotes: [String] {
        get { answer.notes }
        set { answer.notes = newValue }
    }

    package mutating func addToMore(_ option: String) { more = more.map { "\($0) \(option)" } }

    package func numberedAddresses(in form: OutputFormat) -> [RecordAddress]? {
        (form.isForPeople ? answer.numbered : answer).rows.map(\.address)
    }

    package var sources: [SourceStatus] { answer.sources.map(\.status) }

    /// Favorites belong to the user, whatever their sources hold.
    package var concernedSources: [SourceStatus] {
        answer.isOfFavorites ? shownSources.filter { $0.phase != .disabled } : sources
    }

    /// If nothing was found, any of the sources might still have a match, as might those whose rows may not be shown.
    package var decisiveSources: [SourceStatus] {
        if answer.isOfFavorites { return shownSources }
        return answer.rows.isEmpty ? sources : shownSources + sources.filter(\.withholdsRows)
    }

    package var requiredSources: [SourceStatus] { answer.isOfFavorites ? [] : sources }

    private var shownSources: [SourceStatus] {
        let ids = Set(answer.rows.map(\.address.source))
        return sources.filter { ids.contains($0.id) }
    }
}

/// The rows of an answer in display order: numbers run from top to bottom in every table and list.
extension RecordsAnswer {
    /// With more sources than this, a column takes less room than headings with a few rows each.
    private static let mostGroups = 6

    /// Whether a table has a heading per source.
    ///
    /// Rows in a requested order keep it.
    var isGroupedBySource: Bool { !isOrdered && (2...Self.mostGroups).contains(shownSources.count) }

    /// Whether a table needs a source column; in an order that a query asks for, even if all of the first rows are from
    /// one source.
    var showsSourceColumn: Bool {
        let count = isOrdered && rows.first?.news == nil ? sources.count { $0.matched ?? 0 > 0 } : 0
        return max(count, shownSources.count) > 1 && !isGroupedBySource
    }

    /// The answer in display order: if a table has a heading per source, each source's rows are together, starting with
    /// the source of the best row.
    var numbered: RecordsAnswer {
        guard isGroupedBySource else { return self }
        var answer = self
        answer.rows = shownSources.flatMap { source in rows.filter { $0.address.source == source } }
        return answer
    }

    /// The sources of the rows, in the order of their first rows.
    private var shownSources: [SourceID] {
        var sources: [SourceID] = []
        for row in rows where row.address.source != sources.last && !sources.contains(row.address.source) {
            sources.append(row.address.source)
        }
        return sources
    }
}
