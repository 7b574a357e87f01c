/// Tab-separated values with a line of headings; tab, newline, carriage return and backslash are written as `\t`, `\n`, `\r` and `\\`.
enum TSVFormat {
    static func text(_ output: CommandOutput) -> AnswerText {
        guard let table = AnswerTable(output) else { return AnswerText(TextFormat.render(output)) }
        return AnswerText(output.hasHeadings ? line(table.columns) : "", rows: table.count) { line(table.row($0)) }
    }

    private static func line(_ fields: [String]) -> String { fields.map(escaped).joined(separator: "\t") + "\n" }

    private static func escaped(_ text: String) -> String {
        text.exchangingScalars { scalar in
            switch scalar {
            case "\t": "\\t"
            case "\n": "\\n"
            case "\r": "\\r"
            case "\\": "\\\\"
            default: nil
            }
        }
    }
}
