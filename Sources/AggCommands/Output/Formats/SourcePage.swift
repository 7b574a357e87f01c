import AggCore

/// One source laid out for a person: what it is and holds, a line each, and its columns.
struct SourcePage {
    private let details: SourceDetails
    private let presentation: Presentation
    private var style: Style { presentation.style }

    init(_ details: SourceDetails, _ presentation: Presentation) {
        self.details = details
        self.presentation = presentation
    }

    var lines: [String] {
        let pairs = pairs.filter { !$0.1.isEmpty }
        let indent = pairs.map(\.0.count).max() ?? 0
        let facts = pairs.map { name, value in
            "  " + style.dim(DisplayWidth.pad(name, to: indent)) + "  " + VisibleText.of(value)
        }
        return [style.bold(details.status.id.description)] + facts + [""] + columns
    }

    private var pairs: [(String, String)] {
        let status = details.status
        let policy = details.policy
        let mode =
            switch policy.mode {
            case .replace: "a refresh replaces all records"
            case .accumulate(let keep): "records stay \(Age.text(keep)) after they were last seen"
            }
        return [
            ("kind", "\(status.kind): \(details.summary)"),
            ("address", (details.address ?? "") + (details.status.remark.map { " (\($0))" } ?? "")),
            ("holds", "\(status.records) records, \(status.favorites) favorites"),
            ("state", Freshness.text(status)),
            ("next refresh", nextRefresh),
            ("fresh_for", Age.text(policy.freshFor)),
            ("keep_for", policy.keepFor.map(Age.text) ?? "for ever"),
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
        let reset = limit.resetsAt.map { ", all of them again at \(TimeText.instant($0, in: presentation.zone))" }
        return "\(limit.remaining) of \(limit.limit)\(reset ?? "")"
    }

    private var columns: [String] {
        guard !details.columns.isEmpty else { return ["Its columns are known once it is refreshed."] }
        let rows = details.columns.map { column in
            [column.name, column.kind.rawValue, column.unit ?? "", column.summary].map(VisibleText.of)
        }
        let table = TextTable(
            columns: [
                .init(heading: "column"), .init(heading: "kind"), .init(heading: "unit"),
                .init(heading: "what it is", isFlexible: true),
            ], rows: rows)
        return Array(table.lines(width: presentation.width, style: style))
    }
}
