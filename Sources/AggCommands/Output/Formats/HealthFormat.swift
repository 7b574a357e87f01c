import AggCore

/// Findings at a terminal: one line each, with the fix below.
///
/// Nothing is cut, since a fix is meant to be copied.
struct HealthFormat {
    let style: Style

    func lines(_ report: HealthReport) -> [String] {
        let names = report.findings.map { VisibleText.of($0.name) }
        let width = min(names.map { DisplayWidth.of($0) }.max() ?? 0, 40)
        let findings = zip(names, report.findings).flatMap { name, finding in
            let status = DisplayWidth.pad(finding.status.rawValue, to: 7)
            let line =
                mark(finding.status, status) + "  " + DisplayWidth.pad(name, to: width) + "  "
                + VisibleText.of(finding.detail)
            return [line] + (finding.mend.map { ["         " + style.bold("fix:") + " " + VisibleText.of($0)] } ?? [])
        }
        return report.repairs.flatMap(repair) + findings + [summary(report)]
    }

    private func repair(_ outcome: RepairOutcome) -> [String] {
        let file = VisibleText.of(outcome.plan.file)
        let aside = VisibleText.of(outcome.aside)
        guard let rescued = outcome.plan.rescued else {
            return ["\(file) was rebuilt; the damaged file is now \(aside). Run “refresh” to fill it."]
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
            return count == 0 ? nil : "\(count) \(status.rawValue)"
        }
        return style.dim(counts.joined(separator: ", "))
    }
}
