import AggSource
import AggStorage

/// A table of values at a terminal, with its bars and what is to be said under it.
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
        let table = withBars(report, table(report.table))
        return TextLines(
            parts: [
                table.lines(
                    width: presentation.width, style: style, showsHeadings: presentation.showsHeadings), footer,
            ])
    }

    private func table(_ table: DataTable) -> TextTable {
        let columns = table.columns.indices.map { index in
            let values = table.rows.prefix(TextTable.measured).lazy.map { $0[index] }.filter { $0 != .null }
            let isNumeric = !values.isEmpty && values.allSatisfy { $0.doubleValue != nil && $0.stringValue == nil }
            return TextTable.Column(
                heading: VisibleText.of(table.columns[index]), isRightAligned: isNumeric, isFlexible: !isNumeric,
                isKept: true)
        }
        return TextTable(columns: columns, count: table.rows.count) { place in
            table.rows[place].map { VisibleText.of(TableReport.text($0)) }
        }
    }

    /// The table with a column of bars, where there is one to be drawn and room for it.
    private func withBars(_ report: TableReport, _ table: TextTable) -> TextTable {
        guard let place = report.bars, let width = barWidth(table) else { return table }
        let numbers = report.table.rows.map { $0[place].doubleValue ?? 0 }
        let greatest = numbers.max() ?? 0
        return TextTable(columns: table.columns + [.init(heading: "")], count: table.count) { row in
            table.row(row) + [Bar.text(numbers[row], of: greatest, width: width)]
        }
    }

    /// What stands under the table: how many rows, the time taken, and the remarks.
    func footer(_ report: TableReport, elapsed: Duration) -> [String] {
        let (count, unit) = report.total.map { ($0, "record") } ?? (report.table.rows.count, "row")
        return footer(report, count: "\(count) \(unit)\(count == 1 ? "" : "s")", elapsed: elapsed)
    }

    /// The same with what was counted in words.
    func footer(_ report: TableReport, count: String, elapsed: Duration) -> [String] {
        let more =
            report.table.isTruncated
            ? ", and there are more" + (report.more.map { ": \(VisibleText.of($0))" } ?? "") : ""
        return [style.dim("\(count)\(more)\(Footer.taken(elapsed, presentation))")]
            + remarks(report, atMost: Footer.greatestCount - 1)
    }

    /// What is to be said about the table, in so many lines.
    func remarks(_ report: TableReport, atMost count: Int = Footer.greatestCount) -> [String] {
        let doubtful = report.sources.filter { $0.isStale || !$0.isServed || $0.origin == .starter }
        return Footer.lines(notes: report.notes, warnings: report.queryNotes, doubtful, presentation, atMost: count)
    }

    /// The room that is left for bars; nil where there is too little.
    private func barWidth(_ table: TextTable) -> Int? {
        let widths = zip(table.columns, table.naturalWidths).map { ($1 ?? DisplayWidth.of($0.heading)) + 2 }
        let room = (presentation.width ?? 80) - widths.reduce(0, +)
        return room < 5 ? nil : min(room, 40)
    }
}
