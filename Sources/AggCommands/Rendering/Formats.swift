import AggCore
import AggSource
import AggStorage

/// Comma-separated values with a heading line, quoted and terminated according to RFC 4180.
enum CSVFormat {
    static func text(_ answer: any Answer, _ output: CommandOutput) -> AnswerText {
        guard let table = answer.separatedCells(output) else { return answer.lines(output, Presentation()) }
        return AnswerText(output.hasHeadings ? line(table.columns) : "", rows: table.count) { line(table.row($0)) }
    }

    private static func line(_ fields: [String]) -> String { CSVText.write([fields]) }
}

/// Tab-separated values with a heading line; tab, newline, carriage return, and backslash are written as `\t`, `\n`,
/// `\r`, and `\\`.
enum TSVFormat {
    static func text(_ answer: any Answer, _ output: CommandOutput) -> AnswerText {
        guard let table = answer.separatedCells(output) else { return answer.lines(output, Presentation()) }
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

/// A Markdown table, with its cells escaped.
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
        let scalars = Array(VisibleText.of(text).unicodeScalars)
        var result = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            switch scalar {
            case "\\", "|", "[", "`", "*", "~": result.append("\\")
            case "_" where !isInsideWord(index, scalars): result.append("\\")
            case "&" where startsReference(scalars[(index + 1)...]): result.append("\\")
            case "<":
                result.append(contentsOf: "&lt;".unicodeScalars)
                continue
            default: break
            }
            result.append(scalar)
        }
        return String(result)
    }

    /// Whether there are letters or digits on both sides, where an underscore does not emphasize anything.
    private static func isInsideWord(_ index: Int, _ scalars: [Unicode.Scalar]) -> Bool {
        guard index > 0, index + 1 < scalars.count else { return false }
        return [scalars[index - 1], scalars[index + 1]].allSatisfy(isLetterOrDigit)
    }

    /// Whether text after an ampersand makes it a character reference, such as `&copy;` or `&#169;`.
    private static func startsReference(_ rest: ArraySlice<Unicode.Scalar>) -> Bool {
        let name = rest.prefix { $0 == "#" || $0.isASCII && isLetterOrDigit($0) }
        return !name.isEmpty && rest.dropFirst(name.count).first == ";"
    }

    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
}

/// One compact document per command, on one line.
enum JSONFormat {
    static func text(_ answer: any Answer, _ output: CommandOutput) -> AnswerText {
        let document = answer.document(output)
        let members = document.envelope(of: output).members
        guard document.count > 0, let place = members.lastIndex(where: { $0.name == document.rowsName }) else {
            return AnswerText(text(members[...]) + "\n")
        }
        // The envelope has an empty array for the rows, which are inserted between its brackets.
        let head = String(text(members[...place]).dropLast(2))
        let tail = String(text(members[(place + 1)...]).dropFirst())
        let end = (tail == "}" ? "]" : "],") + tail + "\n"
        return AnswerText(head, rows: document.count, tail: end) { index in
            (index == 0 ? "" : ",") + document.item(index).text
        }
    }

    private static func text(_ members: ArraySlice<JSONObject.Member>) -> String {
        JSONValue.object(JSONObject(Array(members))).text
    }
}

/// One document per record, one per line, without the envelope.
enum NDJSONFormat {
    static func text(_ answer: any Answer, _ output: CommandOutput) -> AnswerText {
        let document = answer.document(output)
        return AnswerText("", rows: document.count) { document.item($0).text + "\n" }
    }
}

/// A table that fits the width of the terminal, with a footer.
enum TableFormat {
    static func text(_ answer: any Answer, _ output: CommandOutput, _ presentation: Presentation) -> AnswerText {
        guard !answer.showsRecords, output.columns != nil, let table = answer.cells(output) else {
            return answer.lines(output, presentation)
        }
        let columns = table.columns.map { TextTable.Column(heading: $0, isFlexible: true, isKept: true) }
        return AnswerText(presentation.table(columns, table.rows))
    }
}

/// One record at a time, one value per line.
enum ListFormat {
    static func text(_ answer: any Answer, _ output: CommandOutput, _ presentation: Presentation) -> AnswerText {
        answer.list(output, presentation) ?? TableFormat.text(answer, output, presentation)
    }
}
