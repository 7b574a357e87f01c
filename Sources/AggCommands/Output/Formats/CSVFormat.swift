import AggCore

/// Comma-separated values with a line of headings, quoted and ended as RFC 4180 says.
enum CSVFormat {
    static func text(_ output: CommandOutput) -> AnswerText {
        guard let table = AnswerTable(output) else { return AnswerText(TextFormat.render(output)) }
        return AnswerText(output.hasHeadings ? line(table.columns) : "", rows: table.count) { line(table.row($0)) }
    }

    private static func line(_ fields: [String]) -> String { CSVText.write([fields]) }
}
