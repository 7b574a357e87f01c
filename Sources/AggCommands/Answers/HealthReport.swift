import AggCore
package import AggSource
package import AggStorage

/// The results of the checks, and of any repairs before them, which are shown last.
package struct HealthReport: Answer {
    /// The findings, in the order of the checks.
    package var findings: [HealthFinding]
    /// The repairs.
    package var repairs: [RepairOutcome] = []

    /// Whether anything does not work.
    var hasFailed: Bool { findings.contains { $0.status == .failed } }

    static let columnNames = ["name", "status", "detail", "remedy"]

    package var canBeShownAgain: Bool { false }

    package var ownColumns: [String]? { Self.columnNames }

    package func document(_ output: CommandOutput) -> AnswerDocument {
        let items = findings.map { Self.document($0) }
        return AnswerDocument(
            items, members: ["checks": .array(items), "repairs": .array(repairs.map { Self.document($0) })])
    }

    package func cells(_ output: CommandOutput) -> AnswerTable? {
        let rows = findings.map { [$0.name, $0.status.rawValue, $0.detail, $0.fix ?? ""] }
        return AnswerTable(Self.columnNames, rows, choosing: output.columns)
    }

    package func lines(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText {
        AnswerText(HealthLayout(style: presentation.style, width: presentation.width).lines(self))
    }

    private static func document(_ finding: HealthFinding) -> JSONValue {
        [
            "name": .string(finding.name), "status": .string(finding.status.rawValue),
            "detail": .string(finding.detail), "remedy": finding.fix.map(JSONValue.string) ?? .null,
        ]
    }

    private static func document(_ outcome: RepairOutcome) -> JSONValue {
        var object: JSONObject = ["file": .string(outcome.plan.file), "aside": .string(outcome.aside)]
        if let rescued = outcome.plan.rescued {
            object["favorites"] = .integer(Int64(rescued.favorites))
            object["settings"] = .integer(Int64(rescued.settings))
            object["saved"] = .integer(Int64(rescued.searches))
            object["lost"] = .array(rescued.lost.map(JSONValue.string))
            object["complete"] = .boolean(rescued.isComplete)
            object["backup"] = rescued.backup.map(document) ?? .null
        }
        return .object(object)
    }

    private static func document(_ backup: RepairPlan.Backup) -> JSONValue {
        [
            "made": RecordDate(instant: backup.made).map { .string($0.text) } ?? .null,
            "favorites": .integer(Int64(backup.favorites)), "settings": .integer(Int64(backup.settings)),
            "saved": .integer(Int64(backup.searches)),
        ]
    }
}

/// Findings at a terminal: the detail beside the name if there is room for it, otherwise below, and the fix below that.
///
/// Nothing is truncated, and fixes are not wrapped, since they are meant to be copied.
private struct HealthLayout {
    let style: Style
    /// The width of the terminal; nil without one.
    let width: Int?

    /// The minimum width of the column for details that are longer.
    private static let leastDetail = 60
    private static let indent = "         "

    func lines(_ report: HealthReport) -> [String] {
        let names = report.findings.map { VisibleText.of($0.name) }
        let nameWidth = min(names.map { DisplayWidth.of($0) }.max() ?? 0, 40)
        let column = DisplayWidth.of(Self.indent) + nameWidth + 2
        let room = width.map { $0 - column } ?? .max
        let findings = zip(names, report.findings).flatMap { name, finding in
            let mark = mark(finding.status, DisplayWidth.pad(finding.status.rawValue, to: 7)) + "  "
            let isBeside = room >= min(Self.leastDetail, DisplayWidth.of(VisibleText.of(finding.detail)))
            let detail = detail(finding, from: isBeside ? column : DisplayWidth.of(Self.indent))
            let lines =
                isBeside
                ? [mark + DisplayWidth.pad(name, to: nameWidth) + "  " + detail[0]] + detail.dropFirst()
                : [mark + name, Self.indent + detail[0]] + detail.dropFirst()
            return lines + (finding.fix.map { [Self.indent + style.bold("fix:") + " " + VisibleText.of($0)] } ?? [])
        }
        return findings + report.repairs.flatMap(repair) + [summary(report)]
    }

    /// The lines of a detail that starts in a column; all but the first are indented to it.
    private func detail(_ finding: HealthFinding, from column: Int) -> [String] {
        let indent = String(repeating: " ", count: column)
        let lines = WrappedText.of(VisibleText.of(finding.detail), width: width.map { $0 - column })
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return [lines[0]] + lines.dropFirst().map { indent + $0.drop { $0 == " " } }
    }

    private func repair(_ outcome: RepairOutcome) -> [String] {
        let file = VisibleText.of(outcome.plan.file)
        let aside = VisibleText.of(outcome.aside)
        guard let rescued = outcome.plan.rescued else {
            return ["\(file) was rebuilt; the damaged file is kept as \(aside). Run “refresh” to fetch the data again."]
        }
        return ["\(file) was rebuilt; the damaged file is kept as \(aside).", VisibleText.of(rescued.text) + "."]
    }

    private func mark(_ status: HealthFinding.Status, _ text: String) -> String {
        switch status {
        case .ok: text
        case .skipped: style.dim(text)
        case .warning: style.warning(text)
        case .failed: style.text(text, .error)
        }
    }

    private func summary(_ report: HealthReport) -> String {
        let counts = HealthFinding.Status.allCases.compactMap { status in
            let count = report.findings.filter { $0.status == status }.count
            let isPlural = count > 1 && status == .warning
            return count == 0 ? nil : "\(count) \(status.rawValue)\(isPlural ? "s" : "")"
        }
        return style.dim(counts.joined(separator: ", "))
    }
}
