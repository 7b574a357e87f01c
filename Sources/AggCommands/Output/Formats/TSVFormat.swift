/// Tab-separated values with a line of headings; tab, newline, carriage return and backslash are written as `\t`, `\n`, `\r` and `\\`.
enum TSVFormat {
    static func render(_ output: CommandOutput) -> String {
        guard let table = AnswerTable(output) else { return TextFormat.render(output) }
        return ([table.columns] + table.rows).map { $0.map(escaped).joined(separator: "\t") + "\n" }.joined()
    }

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
