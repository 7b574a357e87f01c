/// Comma-separated values with a line of headings, quoted and ended as RFC 4180 says.
enum CSVFormat {
    static func text(_ output: CommandOutput) -> AnswerText {
        guard let table = AnswerTable(output) else { return AnswerText(TextFormat.render(output)) }
        return AnswerText(line(table.columns), rows: table.count) { line(table.row($0)) }
    }

    private static func line(_ fields: [String]) -> String { fields.map(quoted).joined(separator: ",") + "\r\n" }

    private static func quoted(_ text: String) -> String {
        guard text.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return text }
        return "\"" + text.exchangingScalars { $0 == "\"" ? "\"\"" : nil } + "\""
    }
}
