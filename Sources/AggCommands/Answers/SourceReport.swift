package import AggCore
import AggSource
package import AggStorage

/// The result of a change to the sources.
package struct SourceReport: Answer {
    /// The actions taken, one sentence each.
    package var messages: [String]
    /// The findings, one line each.
    package var findings: [String] = []
    /// The status of the affected sources, except those that were removed.
    package var about: [SourceStatus]
    /// The columns found, with values of the first records.
    var columns: [Discovery.Column] = []

    /// Creates a report; the findings come before the messages.
    init(messages: [String], found: Discovery? = nil, about: [SourceStatus]) {
        self.messages = messages
        self.about = about
        findings = found?.findings ?? []
        columns = found?.columns ?? []
    }

    package var canBeShownAgain: Bool { false }

    package func document(_ output: CommandOutput) -> AnswerDocument {
        let sources = about.map { $0.document() }
        return AnswerDocument(
            sources,
            members: [
                "message": .string(messages.joined(separator: " ")),
                "findings": .array(findings.map(JSONValue.string)), "columns": .array(columns.map(Self.document)),
                "sources": .array(sources), "records": .array([]),
            ])
    }

    package func cells(_ output: CommandOutput) -> AnswerTable? { nil }

    package func lines(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText {
        let table = FoundColumns(columns).lines(width: presentation.width, style: presentation.style)
        func wrapped(_ lines: [String]) -> String {
            AnswerText(words: Self.visible(lines).map { $0 + "\n" }.joined(), presentation).whole
        }
        return AnswerText(wrapped(shownFindings) + table.map { $0 + "\n" }.joined() + wrapped(messages))
    }

    /// The findings as shown in a question, each line with its newline.
    static func text(of found: Discovery) -> String {
        let report = SourceReport(messages: [], found: found, about: [])
        let table = FoundColumns(found.columns).lines(width: 80, style: Style(usesColor: false))
        let lines = visible(report.shownFindings) + table
        return lines.map { $0 + "\n" }.joined()
    }

    private static func visible(_ lines: [String]) -> [String] { lines.map(VisibleText.of) }

    private static func document(_ column: Discovery.Column) -> JSONValue {
        [
            "name": .string(column.name), "kind": column.kind.map { .string($0.rawValue) } ?? .null,
            "used_as": .array(column.roles.map(JSONValue.string)),
            "examples": .array(column.examples.map(JSONValue.string)),
        ]
    }

    /// The maximum number of findings to show: importing a list of sources may yield hundreds.
    private static let mostFindings = 20

    private var shownFindings: [String] {
        let rest = findings.count - Self.mostFindings
        return rest > 1 ? findings.prefix(Self.mostFindings) + ["… and \(rest) more"] : findings
    }
}

/// Everything known about one source.
extension SourceDetails: Answer {
    /// The column names of a table with a row for each column of its records.
    static let columnNames = ["column", "kind", "unit", "summary"]

    package var ownColumns: [String]? { Self.columnNames }

    package func document(_ output: CommandOutput) -> AnswerDocument {
        var object = status.document().objectValue ?? [:]
        object["summary"] = .string(summary)
        object["address"] = address.map(JSONValue.string) ?? .null
        object["remark"] = status.remark.map(JSONValue.string) ?? .null
        object["policy"] = .object(policyDocument)
        object["validators"] =
            validators.map { held in
                [
                    "etag": held.entityTag.map(JSONValue.string) ?? .null,
                    "last_modified": held.lastModified.map(JSONValue.string) ?? .null,
                ]
            } ?? .null
        object["rate_limit"] =
            rateLimit.map { limit in
                [
                    "limit": .integer(Int64(limit.limit)), "remaining": .integer(Int64(limit.remaining)),
                    "resets_at": limit.resetsAt.flatMap(RecordDate.init(instant:)).map { .string($0.text) } ?? .null,
                ]
            } ?? .null
        object["last_error"] =
            failure.map { failure in
                [
                    "code": .string(failure.code), "reason": .string(failure.reason),
                    "failed_at": RecordDate(instant: failure.failedAt).map { .string($0.text) } ?? .null,
                ]
            } ?? .null
        object["columns"] = .array(columns.map(Self.document))
        return AnswerDocument(
            [.object(object)], members: ["sources": .array([.object(object)]), "records": .array([])])
    }

    package func cells(_ output: CommandOutput) -> AnswerTable? {
        let rows = columns.map { [$0.name, $0.kind.rawValue, $0.unit ?? "", $0.summary] }
        return AnswerTable(Self.columnNames, rows, choosing: output.columns)
    }

    package func lines(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText {
        AnswerText(SourcePage(self, presentation).lines)
    }

    private var policyDocument: JSONObject {
        var object: JSONObject = [
            "fresh_for_s": .integer(policy.freshFor.components.seconds),
            "keep_for_s": policy.keepFor.map { .integer($0.components.seconds) } ?? .null,
        ]
        switch policy.mode {
        case .replace:
            object["mode"] = "replace"
        case .accumulate(let keep):
            object["mode"] = "accumulate"
            object["keep_s"] = .integer(keep.components.seconds)
        }
        return object
    }

    private static func document(_ column: Column) -> JSONValue {
        [
            "name": .string(column.name), "kind": .string(column.kind.rawValue), "summary": .string(column.summary),
            "unit": column.unit.map(JSONValue.string) ?? .null, "searchable": .boolean(column.isSearchable),
        ]
    }
}

/// The page for one source: its facts, one line each, and its columns.
private struct SourcePage {
    private let details: SourceDetails
    private let presentation: Presentation

    init(_ details: SourceDetails, _ presentation: Presentation) {
        self.details = details
        self.presentation = presentation
    }

    var lines: [String] {
        let facts = pairs.filter { !$0.1.isEmpty }.map { ($0.0, Optional($0.1)) }
        return [presentation.style.bold(details.status.id.description)] + ValueLines(presentation).lines(facts) + [""]
            + columns
    }

    private var pairs: [(String, String)] {
        let status = details.status
        let policy = details.policy
        let favorites = status.favorites == 1 ? "1 favorite" : "\(status.favorites) favorites"
        let mode =
            switch policy.mode {
            case .replace: "a refresh replaces all records"
            case .accumulate(let keep): "records are kept for \(Age.text(keep)) after they were last seen"
            }
        return [
            ("kind", "\(status.kind): \(details.summary)"),
            ("URL", (details.address ?? "") + (details.status.remark.map { " (\($0))" } ?? "")),
            ("contents", "\(RecordCount.text(status.records)), \(favorites)"),
            ("state", Freshness.text(status, isOffline: presentation.isOffline)),
            ("next refresh", nextRefresh),
            ("fresh_for", Age.text(policy.freshFor)),
            ("keep_for", policy.keepFor.map(Age.text) ?? "forever"),
            ("mode", mode),
            ("ETag", details.validators?.entityTag ?? ""),
            ("Last-Modified", details.validators?.lastModified ?? ""),
            ("requests left", details.rateLimit.map(text) ?? ""),
            ("notes", status.notes.joined(separator: "; ")),
            (
                "last error",
                details.failure.map { failure in
                    "\(failure.reason) (\(TimeText.instant(failure.failedAt, in: presentation.zone)))"
                } ?? ""
            ),
        ]
    }

    private var nextRefresh: String {
        if details.status.phase == .disabled { return "" }
        return details.status.nextRefresh.map { TimeText.instant($0, in: presentation.zone) } ?? "due"
    }

    private func text(_ limit: RateLimit) -> String {
        let reset = limit.resetsAt.map { "; resets at \(TimeText.instant($0, in: presentation.zone))" }
        return "\(limit.remaining) of \(limit.limit)\(reset ?? "")"
    }

    private var columns: [String] {
        guard !details.columns.isEmpty else {
            let text =
                "The configuration does not list the columns. To use columns in filters, facets, and SQL, add them to "
                + "the configuration under “columns”."
            return presentation.lines(of: text)
        }
        let rows = details.columns.map { column in
            (cells: [column.name, column.kind.rawValue, column.unit ?? ""], prose: column.summary)
        }
        let columns = ["column", "kind", "unit"].map { TextTable.Column(heading: $0) }
        return DescribedTable(columns: columns, heading: "description", rows: rows).lines(presentation)
    }
}
