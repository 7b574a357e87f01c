/// A Markdown table, its cells escaped so that no text breaks out of them.
enum MarkdownFormat {
    static func render(_ output: CommandOutput) -> String {
        guard let table = AnswerTable(output) else { return TextFormat.render(output) }
        let rule = table.columns.map { _ in "---" }
        return ([table.columns, rule] + table.rows).map { row in
            "| " + row.map(escaped).joined(separator: " | ") + " |\n"
        }.joined()
    }

    private static func escaped(_ text: String) -> String {
        VisibleText.of(text).exchangingScalars { scalar in
            switch scalar {
            case "\\": "\\\\"
            case "|": "\\|"
            case "<": "&lt;"
            default: nil
            }
        }
    }
}
