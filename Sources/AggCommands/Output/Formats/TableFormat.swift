import AggCore
import Foundation

/// A table that fits the width of the terminal, with what is to be said under it.
struct TableFormat {
    private let presentation: Presentation
    private let style: Style

    init(_ presentation: Presentation) {
        self.presentation = presentation
        style = Style(usesColor: presentation.usesColor)
    }

    func render(_ output: CommandOutput) -> String {
        switch output.body {
        case .records(let answer, _, let more):
            let footer = Footer(output: output, style: style).lines(answer, more: more)
            return joined((output.groupsByDay ? days(answer) : records(answer)) + footer)
        case .record:
            return ListFormat(presentation).render(output)
        case .sources(let statuses):
            return joined(sources(statuses))
        case .source(let details):
            return joined(SourcePage(details, style: style, width: presentation.width).lines)
        case .outcomes(let outcomes, _):
            return joined(self.outcomes(outcomes))
        case .favorite(let report):
            return VisibleText.of(report.message) + "\n"
        case .settings(let settings):
            let columns: [TextTable.Column] = [
                .init(heading: "setting"), .init(heading: "value"), .init(heading: "meaning", isFlexible: true),
            ]
            return joined(lines(columns, settings.map { [$0.0.name, $0.1, $0.0.summary] }))
        case .table(let report):
            return joined(TableReportFormat(presentation, style: style).lines(report, elapsed: output.elapsed))
        case .picture(let picture):
            let notes = TableReportFormat(presentation, style: style).remarks(picture.report)
            return joined(picture.lines(width: presentation.width, style: style) + notes)
        case .text, .change:
            return TextFormat.render(output)
        case .nothing:
            return ""
        }
    }

    /// The records, grouped by source where there are several; the numbers are those of the answer's order.
    private func records(_ answer: RecordsAnswer) -> [String] {
        guard !answer.rows.isEmpty else { return ["No matches."] }
        let numbered = answer.rows.enumerated().map { (number: $0.offset + 1, row: $0.element) }
        let groups = Self.groups(numbered) { $0.address.source.description }
        guard groups.count > 1 else { return table(numbered) }
        return groups.flatMap { [style.bold($0.heading)] + table($0.rows) }
    }

    /// The records under their days, in the order of the answer.
    private func days(_ answer: RecordsAnswer) -> [String] {
        guard !answer.rows.isEmpty else { return ["No matches."] }
        let numbered = answer.rows.enumerated().map { (number: $0.offset + 1, row: $0.element) }
        return Self.groups(numbered) { $0.record.date?.day ?? "without a date" }
            .flatMap { [style.bold($0.heading)] + table($0.rows) }
    }

    private typealias Numbered = (number: Int, row: RecordsAnswer.Row)

    private static func groups(
        _ rows: [Numbered], by heading: (RecordsAnswer.Row) -> String
    ) -> [(heading: String, rows: [Numbered])] {
        var groups: [(heading: String, rows: [Numbered])] = []
        for item in rows {
            let heading = heading(item.row)
            if let index = groups.firstIndex(where: { $0.heading == heading }) {
                groups[index].rows.append(item)
            } else {
                groups.append((heading, [item]))
            }
        }
        return groups
    }

    private func table(_ rows: [(number: Int, row: RecordsAnswer.Row)]) -> [String] {
        let columns: [TextTable.Column] = [
            .init(heading: "#", isRightAligned: true), .init(heading: "★"), .init(heading: "title", isFlexible: true),
            .init(heading: "subtitle", isFlexible: true, leaves: 1), .init(heading: "date", leaves: 2),
            .init(heading: "latitude", isRightAligned: true, leaves: 3),
            .init(heading: "longitude", isRightAligned: true, leaves: 3),
            .init(heading: "note", isFlexible: true, leaves: 0),
            .init(heading: "address", isFlexible: true, keeps: 30),
        ]
        return lines(columns, rows.map { cells($0.number, $0.row) })
    }

    private func cells(_ number: Int, _ row: RecordsAnswer.Row) -> [String] {
        let record = row.record
        return [
            String(number), row.isFavorite ? "★" : "", record.title, record.subtitle ?? "",
            record.date.map(moment) ?? "",
            record.coordinate.map { degrees($0.latitude) } ?? "",
            record.coordinate.map { degrees($0.longitude) } ?? "",
            [row.absence?.text, row.mark?.text].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "; "),
            row.address.description,
        ]
    }

    /// A day, or a day and a time to the minute.
    private func moment(_ date: RecordDate) -> String {
        date.isDay ? date.text : String(date.text.prefix(16)).replacing("T", with: " ")
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
            let remarks = ([status.reason].compactMap(\.self) + status.notes).joined(separator: "; ")
            return [
                status.id.description, status.kind.description,
                status.isStale && status.phase == .loaded ? "stale" : status.phase.rawValue,
                status.origin?.rawValue ?? "", String(status.records), String(status.favorites),
                status.age.map(Age.text) ?? "", due(status), remarks,
            ]
        }
        return lines(columns, rows)
    }

    /// When the next refresh is due, counted from the age of the rows.
    private func due(_ status: SourceStatus) -> String {
        guard let next = status.nextRefresh, let fetched = status.fetchedAt, let age = status.age else { return "due" }
        let rest = Duration.seconds(next.timeIntervalSince(fetched)) - age
        return rest > .zero ? "in " + Age.text(rest) : "due"
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
                "\(Int((outcome.elapsed.seconds * 1_000).rounded())) ms", outcome.error?.reason() ?? "",
            ]
        }
        let remarks = outcomes.flatMap { outcome -> [String] in
            var remarks: [String] = []
            if outcome.change.skipped.count > 0 { remarks.append("\(outcome.source): \(outcome.change.skipped.text)") }
            if outcome.change.duplicates > 0 {
                remarks.append(
                    "\(outcome.source): \(outcome.change.duplicates) repeats of a key; the last of each counts")
            }
            return remarks
        }
        return lines(columns, rows) + remarks.map { style.warning(VisibleText.of($0)) }
    }

    private func lines(_ columns: [TextTable.Column], _ rows: [[String]]) -> [String] {
        TextTable(columns: columns, rows: rows.map { $0.map(VisibleText.of) })
            .lines(width: presentation.width, style: style)
    }

    private func joined(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

    /// Degrees with five decimals, about a metre.
    private func degrees(_ value: Double) -> String {
        let scaled = Int((abs(value) * 100_000).rounded())
        let fraction = String(scaled % 100_000)
        let padded = String(repeating: "0", count: 5 - fraction.count) + fraction
        return (value < 0 && scaled > 0 ? "-" : "") + "\(scaled / 100_000).\(padded)"
    }
}
