/// A Markdown table, its cells escaped so that no text breaks out of them.
enum MarkdownFormat {
    static func text(_ output: CommandOutput) -> AnswerText {
        guard let table = AnswerTable(output) else { return AnswerText(TextFormat.render(output)) }
        let rule = table.columns.map { _ in "---" }
        let head = output.hasHeadings ? line(table.columns) + line(rule) : ""
        return AnswerText(head, rows: table.count) { line(table.row($0)) }
    }

    private static func line(_ cells: [String]) -> String {
        "| " + cells.map(escaped).joined(separator: " | ") + " |\n"
    }

    private static func escaped(_ text: String) -> String {
        text.split(omittingEmptySubsequences: false, whereSeparator: { ["\n", "\r\n", "\r"].contains($0) })
            .map { escapedLine(String($0)) }.joined(separator: "<br>")
    }

    private static func escapedLine(_ text: String) -> String {
        VisibleText.of(text).exchangingScalars { scalar in
            switch scalar {
            case "\\", "|", "[", "`", "*": "\\\(scalar)"
            case "<": "&lt;"
            default: nil
            }
        }
    }
}
