/// What is said in words alone, in every form that is no JSON.
enum TextFormat {
    static func render(_ output: CommandOutput) -> String {
        switch output.body {
        case .text(let text): VisibleText.ofLines(text) + "\n"
        case .change(let report): (report.findings + report.messages).map { VisibleText.of($0) + "\n" }.joined()
        default: ""
        }
    }
}
