import AggCore

/// An output as columns and rows of exact text: what csv, tsv and Markdown write.
struct AnswerTable: Sendable {
    let columns: [String]
    /// How many rows there are.
    let count: Int
    /// The texts of a row, made when they are asked for.
    let row: @Sendable (Int) -> [String]

    /// All rows.
    var rows: [[String]] { (0..<count).map(row) }

    /// Makes the table of an output, with the columns that were asked for; nil where it is only text.
    init?(_ output: CommandOutput) {
        switch output.body {
        case .records(let answer, _, _), .record(let answer, _):
            self.init(answer.rows, output)
        case .favorite(let report):
            self.init(report.rows, output)
        case .sources(let statuses):
            self.init(Self.sourceColumns, statuses.map(Self.texts), output.columns)
        case .source(let details):
            self.init(
                Self.detailColumns,
                details.columns.map { [$0.name, $0.kind.rawValue, $0.unit ?? "", $0.summary] }, output.columns)
        case .outcomes(let outcomes, _):
            self.init(Self.outcomeColumns, outcomes.map(Self.texts), output.columns)
        case .settings(let settings):
            self.init(
                Self.settingColumns, settings.map { [$0.setting.name, $0.value, $0.origin.rawValue] }, output.columns)
        case .saved(let searches):
            self.init(Self.savedColumns, searches.map { [$0.name, $0.line] }, output.columns)
        case .health(let report):
            self.init(
                Self.findingColumns,
                report.findings.map { [$0.name, $0.status.rawValue, $0.detail, $0.mend ?? ""] }, output.columns)
        case .table(let report):
            self.init(report)
        case .changes(let report):
            self.init(TableReport(report.table))
        case .picture(let picture):
            self.init(picture.report)
        case .text, .change, .nothing:
            return nil
        }
    }

    private init(_ rows: [RecordsAnswer.Row], _ output: CommandOutput) {
        let usual = output.command == "favorites" ? Self.recordColumns + Self.markColumns : Self.recordColumns
        let columns = Self.once((output.columns ?? usual) + output.addedColumns)
        self.columns = columns
        count = rows.count
        row = { Self.texts(columns, of: rows[$0]) }
    }

    private init(_ report: TableReport) {
        columns = report.table.columns
        count = report.table.rows.count
        row = { report.table.rows[$0].map(TableReport.text) }
    }

    private init(_ columns: [String], _ rows: [[String]], _ chosen: [String]?) {
        self.columns = chosen ?? columns
        count = rows.count
        let places = self.columns.map { columns.firstIndex(of: $0) }
        row = { row in places.map { $0.map { rows[row][$0] } ?? "" } }
    }

    /// Every column there is beside those of the sources.
    static let ownColumns =
        recordColumns + ["key", "alternative_titles", "matched_title", "match", "why", "distance_km"] + markColumns
        + sourceColumns + outcomeColumns
        + settingColumns
        + savedColumns + detailColumns + findingColumns

    /// All columns that some records have: the usual ones, what is known of them beside, and those of their sources.
    static func allColumns(of rows: [RecordsAnswer.Row], declared: [String]) -> [String] {
        var columns = recordColumns + ["key"]
        if rows.contains(where: { $0.tier != nil }) { columns.append("match") }
        if rows.contains(where: { $0.distance != nil }) { columns.append("distance_km") }
        if rows.contains(where: { $0.mark != nil }) { columns += markColumns }
        return once(columns + declared + rows.flatMap { $0.record.fields.map(\.name) })
    }

    private static func once(_ columns: [String]) -> [String] {
        var seen: Set<String> = []
        return columns.filter { seen.insert($0).inserted }
    }

    private static let recordColumns = [
        "address", "source", "title", "subtitle", "date", "latitude", "longitude", "url", "favorite",
    ]
    /// What a person wrote to a favorite.
    private static let markColumns = ["tags", "note"]
    private static let sourceColumns = [
        "id", "kind", "state", "origin", "records", "favorites", "fetched_at", "stale", "reason",
    ]
    private static let outcomeColumns = [
        "source", "outcome", "added", "changed", "removed", "skipped", "bytes", "elapsed_ms", "reason",
        "notes",
    ]
    private static let settingColumns = ["name", "value", "from"]
    private static let savedColumns = ["name", "search"]
    private static let findingColumns = ["name", "status", "detail", "mend"]
    /// The columns of one source whole: a row for each of its own columns.
    static let detailColumns = ["column", "kind", "unit", "summary"]

    /// The texts of some columns of a record.
    static func texts(_ columns: [String], of row: RecordsAnswer.Row) -> [String] {
        columns.map { text($0, of: row) }
    }

    private static func text(_ column: String, of row: RecordsAnswer.Row) -> String {
        let record = row.record
        return switch column {
        case "address": row.address.description
        case "source": row.address.source.description
        case "key": record.key
        case "title": record.title
        case "alternative_titles": record.alternativeTitles.joined(separator: ", ")
        case "matched_title": row.matchedTitle ?? ""
        case "subtitle": record.subtitle ?? ""
        case "date": record.date?.text ?? ""
        case "latitude": record.coordinate.map { JSONWriter.shortest($0.latitude) } ?? ""
        case "longitude": record.coordinate.map { JSONWriter.shortest($0.longitude) } ?? ""
        case "url": record.url ?? ""
        case "favorite": String(row.isFavorite)
        case "match": row.tier?.rawValue ?? ""
        case "tags" where record[column] == nil: row.mark?.tags.joined(separator: ", ") ?? ""
        case "note" where record[column] == nil: row.mark?.note ?? ""
        case "why": row.why
        case "distance_km": row.distance.map { JSONWriter.shortest(($0 * 1_000).rounded() / 1_000) } ?? ""
        default: record[column]?.text ?? ""
        }
    }

    private static func texts(_ status: SourceStatus) -> [String] {
        [
            status.id.description, status.kind.description, status.phase.rawValue, status.origin?.rawValue ?? "",
            String(status.records), String(status.favorites),
            status.fetchedAt.flatMap(RecordDate.init(instant:))?.text ?? "", String(status.isStale),
            status.reason ?? "",
        ]
    }

    private static func texts(_ outcome: RefreshOutcome) -> [String] {
        let change = outcome.change
        return [
            outcome.source.description, outcome.result.rawValue, String(change.added), String(change.changed),
            String(change.removed), String(change.skipped.count), String(change.bytes),
            String(Int(clamping: (outcome.elapsed.seconds * 1_000).rounded())), outcome.error?.reason() ?? "",
            outcome.notes.joined(separator: "; "),
        ]
    }
}
