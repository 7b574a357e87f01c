/// Comma-separated values with a line of headings, quoted and ended as RFC 4180 says.
enum CSVFormat {
    static func render(_ output: CommandOutput) -> String {
        guard let table = AnswerTable(output) else { return TextFormat.render(output) }
        return ([table.columns] + table.rows).map { $0.map(quoted).joined(separator: ",") + "\r\n" }.joined()
    }

    private static func quoted(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { ["\"", ",", "\n", "\r"].contains($0) }) else { return text }
        return "\"" + text.exchangingScalars { $0 == "\"" ? "\"\"" : nil } + "\""
    }
}
