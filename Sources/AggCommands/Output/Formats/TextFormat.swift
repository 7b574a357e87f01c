/// What is said in words alone, in every form that is no JSON.
enum TextFormat {
    static func render(_ output: CommandOutput) -> String {
        switch output.body {
        case .text(let text): VisibleText.ofLines(text) + "\n"
        case .change(let report):
            (findings(report) + report.messages).map { VisibleText.of($0) + "\n" }.joined()
        default: ""
        }
    }

    /// The most findings that are shown: a list of sources that is imported may have hundreds.
    private static let mostFindings = 20

    private static func findings(_ report: SourceReport) -> [String] {
        let rest = report.findings.count - mostFindings
        guard rest > 1 else { return report.findings }
        return report.findings.prefix(mostFindings) + ["… and \(rest) more"]
    }
}
