import AggCore
import AggStorage

/// Comma-separated values with a line of headings, quoted and ended as RFC 4180 says.
enum CSVFormat {
    static func text(_ answer: any Answer, _ output: CommandOutput) -> AnswerText {
        guard let table = answer.cells(output) else { return answer.lines(output, Presentation()) }
        return AnswerText(output.hasHeadings ? line(table.columns) : "", rows: table.count) { line(table.row($0)) }
    }

    private static func line(_ fields: [String]) -> String { CSVText.write([fields]) }
}

/// Tab-separated values with a line of headings; tab, newline, carriage return and backslash are written as `\t`, `\n`, `\r` and `\\`.
enum TSVFormat {
    static func text(_ answer: any Answer, _ output: CommandOutput) -> AnswerText {
        guard let table = answer.cells(output) else { return answer.lines(output, Presentation()) }
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

/// A Markdown table, its cells escaped so that no text breaks out of them.
enum MarkdownFormat {
    static func text(_ answer: any Answer, _ output: CommandOutput) -> AnswerText {
        guard let table = answer.cells(output) else { return answer.lines(output, Presentation()) }
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
