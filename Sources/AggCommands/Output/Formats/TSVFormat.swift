/// Tab-separated values with a line of headings; tab, newline, carriage return and backslash are written as `\t`, `\n`, `\r` and `\\`.
enum TSVFormat {
    static func render(_ output: CommandOutput) -> String {
        guard let table = AnswerTable(output) else { return TextFormat.render(output) }
        return ([table.columns] + table.rows).map { $0.map(escaped).joined(separator: "\t") + "\n" }.joined()
    }

    private static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\t": escaped.append(contentsOf: "\\t".unicodeScalars)
            case "\n": escaped.append(contentsOf: "\\n".unicodeScalars)
            case "\r": escaped.append(contentsOf: "\\r".unicodeScalars)
            case "\\": escaped.append(contentsOf: "\\\\".unicodeScalars)
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
