import AggCore
package import AggStorage

/// An answer whose rows are read while they are written: the first doesn't wait for the last, and no more than a batch
/// is in memory.
///
/// The text is the same as that of the whole answer, because a table's widths are always those of its first rows.
package struct StreamedAnswer {
    private let rows: StreamedRows
    private let presentation: Presentation
    private let hasHeadings: Bool

    /// Creates the text of an output; nil if its rows are already known.
    package init?(_ output: CommandOutput, _ presentation: Presentation) {
        guard let rows = StreamedRows(output) else { return nil }
        self.rows = rows
        self.presentation = presentation
        hasHeadings = output.hasHeadings
    }

    /// Calls a function with the pieces of the text, until it returns false.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    package func write(_ body: (String) -> Bool) throws(StoreError) {
        let start = ContinuousClock.now
        var writer = Writer(rows, presentation, hasHeadings: hasHeadings)
        var isWanted = true
        func send(_ text: AnswerText) {
            for piece in text where isWanted { isWanted = body(piece) }
        }
        let isTruncated = try rows.stream.forEach { row in
            if let text = writer.add(row) { send(text) }
            return isWanted
        }
        if isWanted { send(writer.end(isTruncated: isTruncated, after: ContinuousClock.now - start)) }
    }
}

/// Collects rows, and writes them in batches.
private struct Writer {
    private let rows: StreamedRows
    private var presentation: Presentation
    private var hasHeadings: Bool
    /// The rows that have not been written; those of the first batch of a table are kept for its footer.
    private var batch: [RecordsAnswer.Row] = []
    /// The number of rows that have been written.
    private var count = 0
    /// Writes a row after the first batch of a table.
    private var further: ((_ row: RecordsAnswer.Row, _ number: Int) -> String)?

    init(_ rows: StreamedRows, _ presentation: Presentation, hasHeadings: Bool) {
        self.rows = rows
        self.presentation = presentation
        self.presentation.showsHeadings = hasHeadings
        self.hasHeadings = hasHeadings
    }

    private var isTable: Bool { presentation.format == .table }

    /// A table needs as many rows as it measures, other formats only a few.
    private var greatest: Int { isTable ? TextTable.measured : 100 }

    /// Returns text that is complete; nil if more rows are needed.
    mutating func add(_ row: RecordsAnswer.Row) -> AnswerText? {
        if let further {
            count += 1
            return legible(AnswerText(further(row, count)))
        }
        batch.append(row)
        guard batch.count == greatest else { return nil }
        guard isTable else { return next() }
        count = batch.count
        let beginning = rows.beginning(batch, presentation)
        further = beginning.further
        return legible(beginning.text)
    }

    /// Returns the rest of the text.
    mutating func end(isTruncated: Bool, after time: Duration) -> AnswerText {
        guard isTable else { return next() }
        if further == nil {
            return Renderer.text(rows.output(with: batch, isTruncated: isTruncated, after: time), presentation)
        }
        return legible(
            rows.footer(batch, count: count, isTruncated: isTruncated, after: time, presentation))
    }

    private func legible(_ text: AnswerText) -> AnswerText { presentation.isPlain ? text.plain : text }

    private mutating func next() -> AnswerText {
        var output = rows.output(with: batch)
        output.hasHeadings = hasHeadings
        hasHeadings = false
        batch = []
        return Renderer.text(output, presentation)
    }
}
