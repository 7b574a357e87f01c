import AggCore

/// Comma-separated values with a line of headings, quoted and ended as RFC 4180 says.
enum CSVFormat {
    static func render(_ output: CommandOutput) -> String {
        guard let table = AnswerTable(output) else { return TextFormat.render(output) }
        return CSVText.write([table.columns] + table.rows)
    }
}
