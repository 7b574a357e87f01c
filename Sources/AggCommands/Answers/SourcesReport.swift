import AggCore
import AggSource
package import AggStorage
import Foundation

/// The sources with the status of each.
package struct SourcesReport: Answer {
    /// The sources.
    package let statuses: [SourceStatus]

    init(_ statuses: [SourceStatus]) {
        self.statuses = statuses
    }

    static let columnNames = [
        "id", "kind", "state", "origin", "records", "favorites", "fetched_at", "stale", "reason",
    ]

    package var ownColumns: [String]? { Self.columnNames }

    package func document(_ output: CommandOutput) -> AnswerDocument {
        let items = statuses.map { $0.document() }
        return AnswerDocument(items, members: ["sources": .array(items), "records": .array([])])
    }

    package func cells(_ output: CommandOutput) -> AnswerTable? {
        let rows = statuses.map { status in
            [
                status.id.description, status.kind.description, status.phase.rawValue, status.origin?.rawValue ?? "",
                String(status.records), String(status.favorites),
                status.fetchedAt.flatMap(RecordDate.init(instant:))?.text ?? "", String(status.isStale),
                status.reason ?? "",
            ]
        }
        return AnswerTable(Self.columnNames, rows, choosing: output.columns)
    }

    package func list(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText? {
        cells(output)?.list(presentation)
    }

    package func lines(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText {
        let columns: [TextTable.Column] = [
            .init(heading: "id", isFlexible: true, keeps: 24), .init(heading: "kind", leaves: 3),
            .init(heading: "state"), .init(heading: "records", isRightAligned: true),
            .init(heading: "favorites", isRightAligned: true, leaves: 2),
            .init(heading: "age", isRightAligned: true, leaves: 1), .init(heading: "next refresh", leaves: 4),
        ]
        let rows = statuses.map { status in
            let cells = [
                status.id.description, status.kind.description, Self.state(status), String(status.records),
                String(status.favorites), status.age.map(Age.text) ?? "",
                status.phase == .disabled ? "" : Self.due(status),
            ]
            let remarks = [status.reason, status.remark].compactMap(\.self) + status.notes
            return (cells: cells, prose: remarks.joined(separator: "; "))
        }
        let table = DescribedTable(columns: columns, heading: "reason", rows: rows) { [statuses] in
            Self.role(statuses[$0], $1)
        }
        let count =
            statuses.count > SourceCount.mostUncounted
            ? FooterLine(SourceCount.states(of: statuses), .secondary).lines(presentation) : []
        return AnswerText(table.lines(presentation) + count)
    }

    /// The state in one word, which says whether the rows are stale or only a sample.
    private static func state(_ status: SourceStatus) -> String {
        guard status.phase == .loaded else { return status.phase.rawValue }
        return status.isStale ? "stale" : status.origin == .starter ? "starter" : status.phase.rawValue
    }

    /// Colors the state and the reason of a source with problems.
    private static func role(_ status: SourceStatus, _ column: Int) -> Style.Role? {
        guard column == 2 || column == 7 else { return nil }
        if status.phase == .error { return .error }
        return status.isStale && status.phase == .loaded ? .warning : nil
    }

    /// When the next refresh is due, relative to the age of the rows.
    private static func due(_ status: SourceStatus) -> String {
        guard let next = status.nextRefresh, let fetched = status.fetchedAt, let age = status.age else { return "due" }
        let rest = Duration.seconds(clamping: next.timeIntervalSince(fetched)) - age
        return rest > .zero ? "in " + Age.remaining(rest) : "due"
    }
}

extension SourceStatus {
    /// The JSON that describes a source in every answer.
    func document(matched: Int? = nil) -> JSONValue {
        [
            "id": .string(id.description),
            "kind": .string(kind.description),
            "state": .string(phase.rawValue),
            "origin": origin.map { .string($0.rawValue) } ?? .null,
            "records": .integer(Int64(records)),
            "matched": matched.map { .integer(Int64($0)) } ?? .null,
            "favorites": .integer(Int64(favorites)),
            "fetched_at": fetchedAt.flatMap(RecordDate.init(instant:)).map { .string($0.text) } ?? .null,
            "age_s": age.map { .integer($0.components.seconds) } ?? .null,
            "stale": .boolean(isStale),
            "reason": reason.map(JSONValue.string) ?? .null,
            "notes": .array(notes.map(JSONValue.string)),
            "next_refresh": nextRefresh.flatMap(RecordDate.init(instant:)).map { .string($0.text) } ?? .null,
        ]
    }
}
