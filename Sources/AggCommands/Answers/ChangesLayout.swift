import AggCore
import AggSearch
import AggSource
import AggStorage

/// Changes at a terminal: a line for each value that differs, and what is to be said under them.
struct ChangesLayout {
    private let presentation: Presentation
    private let style: Style

    init(_ presentation: Presentation) {
        self.presentation = presentation
        style = presentation.style
    }

    /// The lines of the table.
    func lines(_ report: ChangesReport, elapsed: Duration) -> [String] {
        guard report.columns == nil else { return chosen(report.table) + footer(report, elapsed: elapsed) }
        let columns: [TextTable.Column] = [
            .init(heading: "kind"), .init(heading: "address", isFlexible: true, keeps: 16),
            .init(heading: "title", isFlexible: true), .init(heading: "field", isFlexible: true),
            .init(heading: "from", isFlexible: true), .init(heading: "to", isFlexible: true),
            .init(heading: "at", leaves: 1),
        ]
        let rows = report.answer.changes.flatMap(rows)
        return lines(columns, rows) + footer(report, elapsed: elapsed)
    }

    /// The lines of one change, where a line is a value.
    func values(_ change: RecordChange) -> [(String, String?)] {
        [
            ("address", change.address.description), ("kind", change.kind.rawValue),
            ("at", TimeText.instant(change.at, in: presentation.zone)),
        ] + change.fields.withoutRepeats.map { ($0.name, "\($0.from?.text ?? "—") → \($0.to?.text ?? "—")") }
    }

    /// What stands under the changes.
    func footer(_ report: ChangesReport, elapsed: Duration) -> [String] {
        let count = report.answer.changes.count
        var table = TableReport(DataTable(columns: [], rows: []))
        table.notes = report.notes
        table.table.isTruncated = report.answer.isTruncated
        table.more = report.more
        return TableReportLayout(presentation)
            .footer(table, count: count == 1 ? "1 record" : "\(count) records", elapsed: elapsed)
    }

    /// The values of a record stand under each other: what is the same for all is written once.
    private func rows(_ change: RecordChange) -> [[String]] {
        let head = [change.kind.rawValue, change.address.description, change.title].map { VisibleText.of($0) }
        let at = TimeText.instant(change.at, in: presentation.zone)
        let fields = change.fields.withoutRepeats
        guard !fields.isEmpty else { return [head + ["", "", "", at]] }
        return fields.enumerated().map { index, field in
            let values = [field.name, field.from?.text ?? "—", field.to?.text ?? "—"].map { VisibleText.of($0) }
            return (index == 0 ? head : ["", "", ""]) + values + [index == 0 ? at : ""]
        }
    }

    private func chosen(_ table: DataTable) -> [String] {
        let rows = table.rows.map { $0.map { VisibleText.of(TableReport.text($0)) } }
        return lines(table.columns.map { .init(heading: $0, isFlexible: true, isKept: true) }, rows)
    }

    private func lines(_ columns: [TextTable.Column], _ rows: [[String]]) -> [String] {
        guard !rows.isEmpty else { return [] }
        return Array(
            TextTable(columns: columns, rows: rows).lines(
                width: presentation.width, style: style, showsHeadings: presentation.showsHeadings))
    }
}
