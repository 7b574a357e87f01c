import AggCore
import Foundation

/// A table that fits the width of the terminal, with what is to be said under it.
struct TableFormat {
    private let presentation: Presentation
    private let style: Style

    init(_ presentation: Presentation) {
        self.presentation = presentation
        style = presentation.style
    }

    func text(_ output: CommandOutput) -> AnswerText {
        if case .records(let answer, _, _) = output.body, isExpanded(records(output), answer) {
            return ListFormat(presentation).text(output)
        }
        if case .record = output.body { return ListFormat(presentation).text(output) }
        return text(of: output)
    }

    private func records(_ output: CommandOutput) -> RecordsTable {
        RecordsTable(
            presentation, columns: output.columns, adding: output.addedColumns, groupsByDay: output.groupsByDay)
    }

    private func text(of output: CommandOutput) -> AnswerText {
        if !output.showsRecords, output.columns != nil, let table = AnswerTable(output) {
            return joined(lines(table.columns.map { .init(heading: $0, isFlexible: true, isKept: true) }, table.rows))
        }
        switch output.body {
        case .records(let answer, _, let more):
            let footer = Footer(output: output, presentation: presentation).lines(answer, more: more)
            return AnswerText(lines: TextLines(parts: [rows(output, answer), TextLines(footer)]))
        case .sources(let statuses):
            return joined(sources(statuses))
        case .source(let details):
            return joined(SourcePage(details, presentation).lines)
        case .outcomes(let outcomes, _):
            return joined(self.outcomes(outcomes))
        case .favorite(let report):
            return joined(report.messages.map(VisibleText.of))
        case .settings(let settings):
            let columns: [TextTable.Column] = [
                .init(heading: "setting"), .init(heading: "value", isFlexible: true), .init(heading: "from"),
                .init(heading: "meaning", isFlexible: true),
            ]
            let rows = settings.map { [$0.setting.name, $0.value, $0.origin.rawValue, $0.setting.summary] }
            return joined(lines(columns, rows))
        case .saved(let searches):
            guard !searches.isEmpty else { return joined(["No search is saved."]) }
            let columns: [TextTable.Column] = [.init(heading: "name"), .init(heading: "search", isFlexible: true)]
            return joined(lines(columns, searches.map { [$0.name, $0.line] }))
        case .table(let report):
            return AnswerText(
                lines: TableReportFormat(presentation, style: style).lines(report, elapsed: output.elapsed))
        case .changes(let report):
            return joined(ChangesFormat(presentation).lines(report, elapsed: output.elapsed))
        case .picture(let picture):
            let notes = TableReportFormat(presentation, style: style).remarks(picture.report)
            return joined(picture.lines(width: presentation.width, style: style) + notes)
        case .health(let report):
            return joined(HealthFormat(style: style).lines(report))
        case .text, .change:
            let text = TextFormat.render(output)
            return AnswerText(presentation.width.map { WrappedText.of(text, width: $0) } ?? text)
        case .record, .nothing:
            return AnswerText("")
        }
    }

    private func rows(_ output: CommandOutput, _ answer: RecordsAnswer) -> TextLines {
        if !answer.rows.isEmpty { return records(output).lines(answer) }
        let text = presentation.width.map { WrappedText.of(output.emptyText, width: $0) } ?? output.emptyText
        return TextLines(text.split(separator: "\n").map(String.init))
    }

    /// Whether one record at a time is shown in place of the table.
    private func isExpanded(_ records: RecordsTable, _ answer: RecordsAnswer) -> Bool {
        switch presentation.expanded {
        case .on: true
        case .off: false
        case .auto: presentation.width.map { !answer.rows.isEmpty && records.naturalWidth(answer) > $0 } ?? false
        }
    }

    private func sources(_ statuses: [SourceStatus]) -> [String] {
        let columns: [TextTable.Column] = [
            .init(heading: "id", isFlexible: true, keeps: 24), .init(heading: "kind", leaves: 4),
            .init(heading: "state"),
            .init(heading: "origin", leaves: 2), .init(heading: "records", isRightAligned: true),
            .init(heading: "favorites", isRightAligned: true, leaves: 3),
            .init(heading: "age", isRightAligned: true, leaves: 1), .init(heading: "next refresh", leaves: 5),
            .init(heading: "reason", isFlexible: true),
        ]
        let rows = statuses.map { status -> [String] in
            let remarks = ([status.reason, status.remark].compactMap(\.self) + status.notes).joined(separator: "; ")
            return [
                status.id.description, status.kind.description,
                status.isStale && status.phase == .loaded ? "stale" : status.phase.rawValue,
                status.origin?.rawValue ?? "", String(status.records), String(status.favorites),
                status.age.map(Age.text) ?? "", status.phase == .disabled ? "" : due(status), remarks,
            ]
        }
        let count = statuses.count > SourceCount.mostUncounted ? [style.dim(SourceCount.states(of: statuses))] : []
        return lines(columns, rows) { row, column in Self.role(statuses[row], column) } + count
    }

    /// The state and the reason of a source in trouble.
    private static func role(_ status: SourceStatus, _ column: Int) -> Style.Role? {
        guard column == 2 || column == 8 else { return nil }
        if status.phase == .error { return .error }
        return status.isStale && status.phase == .loaded ? .warning : nil
    }

    /// When the next refresh is due, counted from the age of the rows.
    private func due(_ status: SourceStatus) -> String {
        guard let next = status.nextRefresh, let fetched = status.fetchedAt, let age = status.age else { return "due" }
        let rest = Duration.seconds(clamping: next.timeIntervalSince(fetched)) - age
        return rest > .zero ? "in " + Age.remaining(rest) : "due"
    }

    private func outcomes(_ outcomes: [RefreshOutcome]) -> [String] {
        let columns: [TextTable.Column] =
            [.init(heading: "source", isFlexible: true), .init(heading: "outcome")]
            + ["added", "changed", "removed", "skipped", "bytes", "time"].enumerated().map { place, name in
                .init(heading: name, isRightAligned: true, leaves: place + 1)
            }
            + [.init(heading: "reason", isFlexible: true)]
        let rows = outcomes.map { outcome in
            let change = outcome.change
            return [
                outcome.source.description, outcome.result.rawValue, String(change.added), String(change.changed),
                String(change.removed), String(change.skipped.count), ByteCount.text(change.bytes),
                TimeText.elapsed(outcome.elapsed), outcome.error?.reason() ?? "",
            ]
        }
        let count = outcomes.count > SourceCount.mostUncounted ? [style.dim(OutcomeCount.text(outcomes))] : []
        return lines(columns, rows) { row, column in Self.role(outcomes[row], column) }
            + outcomes.flatMap(\.noteLines).map { style.warning(VisibleText.of($0)) } + count
    }

    /// The outcome and the reason of a source that failed.
    private static func role(_ outcome: RefreshOutcome, _ column: Int) -> Style.Role? {
        guard column == 1 || column == 8, outcome.error != nil else { return nil }
        return outcome.result == .failed ? .error : .warning
    }

    private func lines(
        _ columns: [TextTable.Column], _ rows: [[String]],
        _ role: (@Sendable (_ row: Int, _ column: Int) -> Style.Role?)? = nil
    ) -> [String] {
        var table = TextTable(columns: columns, rows: rows.map { $0.map(VisibleText.of) })
        table.cellRole = role
        return Array(
            table.lines(width: presentation.width, style: style, showsHeadings: presentation.showsHeadings))
    }

    private func joined(_ lines: [String]) -> AnswerText { AnswerText(lines: TextLines(lines)) }
}
