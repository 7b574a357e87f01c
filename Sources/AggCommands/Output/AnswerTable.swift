import AggCore

/// An output as columns and rows of exact text: what csv, tsv and Markdown write.
struct AnswerTable {
    let columns: [String]
    let rows: [[String]]

    /// Makes the table of an output; nil where it is only text.
    init?(_ output: CommandOutput) {
        switch output.body {
        case .records(let answer, _, _), .record(let answer, _):
            columns = Self.recordColumns
            rows = answer.rows.map(Self.record)
        case .favorite(let report):
            columns = Self.recordColumns
            rows = report.row.map { [Self.record($0)] } ?? []
        case .sources(let statuses):
            columns = ["id", "kind", "state", "origin", "records", "favorites", "fetched_at", "stale", "reason"]
            rows = statuses.map { status in
                [
                    status.id.description, status.kind.description, status.phase.rawValue,
                    status.origin?.rawValue ?? "",
                    String(status.records), String(status.favorites),
                    status.fetchedAt.flatMap(RecordDate.init(instant:))?.text ?? "", String(status.isStale),
                    status.reason ?? "",
                ]
            }
        case .source(let details):
            columns = ["column", "kind", "unit", "summary"]
            rows = details.columns.map { [$0.name, $0.kind.rawValue, $0.unit ?? "", $0.summary] }
        case .outcomes(let outcomes, _):
            columns = ["source", "outcome", "added", "changed", "removed", "skipped", "bytes", "elapsed_ms", "reason"]
            rows = outcomes.map { outcome in
                let change = outcome.change
                return [
                    outcome.source.description, outcome.result.rawValue, String(change.added), String(change.changed),
                    String(change.removed), String(change.skipped.count), String(change.bytes),
                    String(Int((outcome.elapsed.seconds * 1_000).rounded())), outcome.error?.reason() ?? "",
                ]
            }
        case .settings(let settings):
            columns = ["name", "value"]
            rows = settings.map { [$0.0.name, $0.1] }
        case .text, .change, .nothing:
            return nil
        }
    }

    private static let recordColumns = [
        "address", "source", "title", "subtitle", "date", "latitude", "longitude", "url", "favorite",
    ]

    private static func record(_ row: RecordsAnswer.Row) -> [String] {
        let record = row.record
        return [
            row.address.description, row.address.source.description, record.title, record.subtitle ?? "",
            record.date?.text ?? "", record.coordinate.map { JSONWriter.shortest($0.latitude) } ?? "",
            record.coordinate.map { JSONWriter.shortest($0.longitude) } ?? "", record.url ?? "", String(row.isFavorite),
        ]
    }
}
