package import AggCore
import AggSource
package import AggStorage

/// The result of a refresh.
package struct RefreshReport: Answer {
    /// The outcome for each source.
    package var outcomes: [RefreshOutcome]
    /// The current status of the sources.
    package let sources: [SourceStatus]

    package init(_ outcomes: [RefreshOutcome], _ sources: [SourceStatus]) {
        self.outcomes = outcomes
        self.sources = sources
    }

    static let columnNames = [
        "source", "outcome", "added", "changed", "removed", "skipped", "bytes", "elapsed_ms", "reason",
        "notes",
    ]

    package var ownColumns: [String]? { Self.columnNames }

    package func document(_ output: CommandOutput) -> AnswerDocument {
        let items = outcomes.map(Self.document)
        return AnswerDocument(
            items,
            members: [
                "outcomes": .array(items), "sources": .array(sources.map { $0.document() }), "records": .array([]),
            ])
    }

    package func cells(_ output: CommandOutput) -> AnswerTable? {
        let rows = outcomes.map { outcome in
            let change = outcome.change
            return [
                outcome.source.description, outcome.result.rawValue, String(change.added), String(change.changed),
                String(change.removed), String(change.skipped.count), String(change.bytes),
                String(Int(clamping: (outcome.elapsed.seconds * 1_000).rounded())), outcome.error?.reason() ?? "",
                outcome.notes.joined(separator: "; "),
            ]
        }
        return AnswerTable(Self.columnNames, rows, choosing: output.columns)
    }

    package func list(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText? {
        cells(output)?.list(presentation)
    }

    package func lines(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText {
        if outcomes.isEmpty {
            return AnswerText(words: "No source is enabled. To enable one, run “source enable ID”.\n", presentation)
        }
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
        let notes = outcomes.flatMap(\.noteLines).flatMap { FooterLine($0, .warning).lines(presentation) }
        let count =
            outcomes.count > SourceCount.mostUncounted
            ? FooterLine(OutcomeCount.text(outcomes), .secondary).lines(presentation) : []
        return AnswerText(
            presentation.table(columns, rows) { [outcomes] in Self.role(outcomes[$0], $1) } + notes + count)
    }

    /// Colors the outcome and the reason of a source that failed.
    private static func role(_ outcome: RefreshOutcome, _ column: Int) -> Style.Role? {
        guard column == 1 || column == 8, outcome.error != nil else { return nil }
        return outcome.result == .failed ? .error : .warning
    }

    private static func document(_ outcome: RefreshOutcome) -> JSONValue {
        [
            "source": .string(outcome.source.description),
            "outcome": .string(outcome.result.rawValue),
            "added": .integer(Int64(outcome.change.added)),
            "changed": .integer(Int64(outcome.change.changed)),
            "removed": .integer(Int64(outcome.change.removed)),
            "skipped": .integer(Int64(outcome.change.skipped.count)),
            "duplicates": .integer(Int64(outcome.change.duplicates)),
            "bytes": .integer(Int64(outcome.change.bytes)),
            "elapsed_ms": .decimal((outcome.elapsed.seconds * 1_000).rounded()),
            "reason": outcome.error.map { .string($0.reason()) } ?? .null,
            "url": outcome.address.map(JSONValue.string) ?? .null,
            "notes": .array(outcome.notes.map(JSONValue.string)),
        ]
    }
}
