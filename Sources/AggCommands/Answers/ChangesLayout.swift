import AggCore
import AggSearch
import AggSource
import AggStorage

/// Changes at a terminal: a line for each changed value, with notes below.
struct ChangesLayout {
    private let presentation: Presentation
    private let style: Style

    init(_ presentation: Presentation) {
        self.presentation = presentation
        style = presentation.style
    }

    func lines(_ report: ChangesReport, elapsed: Duration) -> [String] {
        guard report.columns == nil else { return chosen(report.table) + footer(report, elapsed: elapsed) }
        let columns: [TextTable.Column] = [
            .init(heading: "kind"), .init(heading: "address", isFlexible: true, keeps: 16),
            .init(heading: "title", isFlexible: true), .init(heading: "field", isFlexible: true),
            .init(heading: "from", isFlexible: true, keeps: 16), .init(heading: "to", isFlexible: true, keeps: 16),
            .init(heading: "at", leaves: 1),
        ]
        let changes = report.answer.changes
        let table = TextTable(columns: columns, rows: changes.flatMap(rows))
        let footer = footer(report, elapsed: elapsed)
        guard table.fits(presentation.width), !hidesChange(table, changes) else {
            return changes.enumerated().flatMap { listed($1, $0 + 1) } + footer
        }
        return lines(table) + footer
    }

    /// Whether the old and new text of a date or a number would look the same, because both are truncated.
    private func hidesChange(_ table: TextTable, _ changes: [RecordChange]) -> Bool {
        let values = changes.flatMap { change in shownFields(change).isEmpty ? [nil] : shownFields(change).map(\.self) }
        let short = values.indices.filter { place in
            switch values[place]?.to ?? values[place]?.from {
            case .date, .integer, .decimal: true
            default: false
            }
        }
        return table.showsSame(4, 5, in: short, width: presentation.width)
    }

    /// The lines of one change with its number, with one value per line, and an empty line.
    func listed(_ change: RecordChange, _ number: Int) -> [String] {
        let heading = style.bold("\(number). \(VisibleText.of(change.title))")
        let values: [(String, String?)] = [
            ("address", change.address.description), ("kind", change.kind.rawValue),
            ("at", TimeText.instant(change.at, in: presentation.zone)),
        ]
        let changed = shownFields(change).map { ($0.name, Optional("\($0.from?.text ?? "—") → \($0.to?.text ?? "—")")) }
        return [heading] + ValueLines(presentation).lines(values + changed) + [""]
    }

    private func shownFields(_ change: RecordChange) -> [FieldChange] { change.fields.withoutRepeats }

    /// The text below the changes.
    func footer(_ report: ChangesReport, elapsed: Duration) -> [String] {
        let count = report.answer.changes.count
        var table = TableReport(DataTable(columns: [], rows: []))
        table.notes = report.notes
        // Their age doesn't matter, but notes may: a replica may lack the last changes.
        table.sources = report.answer.sources.filter { !$0.notes.isEmpty }
        table.table.isTruncated = report.answer.isTruncated
        table.more = report.more
        return TableReportLayout(presentation)
            .footer(table, count: RecordCount.text(count), elapsed: elapsed)
    }

    /// The values of a record are in successive rows; what they share is shown only once.
    private func rows(_ change: RecordChange) -> [[String]] {
        let head = [change.kind.rawValue, change.address.description, change.title].map { VisibleText.of($0) }
        let at = TimeText.instant(change.at, in: presentation.zone)
        let fields = shownFields(change)
        guard !fields.isEmpty else { return [head + ["", "", "", at]] }
        return fields.enumerated().map { index, field in
            let values = ([field.name] + Self.texts(field)).map { VisibleText.of($0) }
            return (index == 0 ? head : ["", "", ""]) + values + [index == 0 ? at : ""]
        }
    }

    /// The old and the new value; dates with a time to the minute, unless both would be the same.
    private static func texts(_ field: FieldChange) -> [String] {
        if case .date(let old)? = field.from, case .date(let new)? = field.to {
            let texts = [old, new].map(TimeText.date)
            if texts[0] != texts[1] { return texts }
        }
        return [field.from, field.to].map { $0?.text ?? "—" }
    }

    private func chosen(_ table: DataTable) -> [String] {
        let rows = table.rows.map { $0.map { VisibleText.of(TableReport.text($0)) } }
        let columns = table.columns.map { TextTable.Column(heading: $0, isFlexible: true, isKept: true) }
        return lines(TextTable(columns: columns, rows: rows))
    }

    private func lines(_ table: TextTable) -> [String] {
        guard table.count > 0 else { return [] }
        return Array(
            table.lines(width: presentation.width, style: style, showsHeadings: presentation.showsHeadings))
    }
}
