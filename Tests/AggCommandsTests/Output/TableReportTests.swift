import AggSource
import AggStorage
import Testing

@testable import AggCommands

/// A table of values in every format.
@Suite struct TableReportTests {
    private func output(_ rows: [[JSONValue]], isTruncated: Bool = false, bars: Int? = nil) -> CommandOutput {
        var report = TableReport(DataTable(columns: ["name", "n"], rows: rows, isTruncated: isTruncated), query: "q")
        report.more = "sql --limit 4 q"
        report.notes = ["a note"]
        report.bars = bars
        var output = CommandOutput(report)
        output.command = "sql"
        return output
    }

    private let rows: [[JSONValue]] = [["a,\"b\"\n\u{1B}[2J", 10], [.null, .decimal(2.5)]]

    @Test func `a table aligns numbers to the right and shows no control characters`() {
        let lines = Answers.text(output(rows, isTruncated: true), .table).split(separator: "\n").map(String.init)
        #expect(lines[1] == "a,\"b\"␊␛[2J   10")
        #expect(lines[2].hasSuffix(" 2.5") && lines[2].count == lines[1].count)
        #expect(lines[3...] == ["2 rows; for more: sql --limit 4 q (0.00 ms)", "a note"])
    }

    @Test func `keeps a column without values, with its heading`() {
        let lines = Answers.text(output([[.null, 1], ["", 2]]), .table).split(separator: "\n")
        #expect(lines[...2] == ["name  n", "      1", "      2"])
    }

    @Test func `bars are proportional to their numbers`() {
        let lines = Answers.text(output([["a", 4], ["b", 2], ["c", 0]], bars: 1), .table, width: 20).split(
            separator: "\n")
        let lengths = lines[1...2].map { line in line.count { $0 == "█" } }
        #expect(lengths[0] > 5 && lengths[0] <= 2 * lengths[1] + 1 && lengths[0] >= 2 * lengths[1])
        #expect(lines[3] == "c     0")
    }

    @Test func `JSON has rows as objects with the table's own names`() throws {
        let json = try JSONValue(parsing: Answers.text(output(rows), .json))
        #expect(json["columns"]?.arrayValue == ["name", "n"])
        #expect(json["rows"]?.arrayValue?.last == ["name": .null, "n": .decimal(2.5)])
        #expect(json["truncated"] == false)
    }

    @Test func `CSV, TSV, Markdown, and NDJSON have its columns`() {
        #expect(Answers.text(output([["a", 1]]), .csv) == "name,n\r\na,1\r\n")
        #expect(Answers.text(output([["a\t", 1]]), .tsv) == "name\tn\na\\t\t1\n")
        #expect(Answers.text(output([["a|", .null]]), .markdown) == "| name | n |\n| --- | --- |\n| a\\| |  |\n")
        #expect(Answers.text(output([["a", .decimal(.infinity)]]), .ndjson) == "{\"name\":\"a\",\"n\":null}\n")
        #expect(Answers.text(output([]), .table).hasPrefix("0 rows"))
    }

    @Test func `one row at a time has one line per value`() {
        #expect(
            Answers.text(output([["a", 1], ["bb\nc", .null]]), .list)
                == "1.\n  name  a\n  n     1\n\n2.\n  name  bb\n        c\n  n     —\n\n2 rows (0.00 ms)\na note\n")
    }

    @Test(arguments: [
        (Settings.Expansion.off, 30, false), (.on, 200, true), (.auto, 200, false), (.auto, 16, false),
        (.auto, 15, true),
    ])
    func `shows one row at a time on request, or if the table is too wide`(
        expanded: Settings.Expansion, width: Int, isList: Bool
    ) {
        var presentation = Presentation(width: width)
        presentation.expanded = expanded
        let text = Renderer.render(output([["abcdefghijkl", 10]]), presentation)
        #expect(text.hasPrefix("1.\n  name  abcd") == isList, "\(text)")
    }

    @Test func `says how to read a table that does not fit the terminal`() {
        let columns = ["count of passes", "count of failures"]
        let output = CommandOutput(TableReport(DataTable(columns: columns, rows: [[1, 2]])))
        let hint = "--format list"
        #expect(Answers.text(output, .table, width: 30).contains(hint))
        #expect(!Answers.text(output, .table, width: 34).contains(hint))
        #expect(!Answers.text(output, .list, width: 30).contains(hint))
    }

    @Test func `people see a name for a missing value that was counted`() throws {
        var output = output([[.null, 1]])
        var report = try #require(output.body as? TableReport)
        report.missing = "(none)"
        output.body = report
        #expect(Answers.text(output, .table).hasPrefix("name    n\n(none)  1\n"))
        #expect(Answers.text(output, .list).hasPrefix("1.\n  name  (none)\n"))
        #expect(Answers.text(output, .markdown).hasSuffix("| (none) | 1 |\n"))
        #expect(Answers.text(output, .csv) == "name,n\r\n,1\r\n")
        #expect(Answers.text(output, .ndjson) == "{\"name\":null,\"n\":1}\n")
    }

    @Test func `every format shows the requested columns in their order`() throws {
        var output = output([["a", 1]], bars: 1)
        output.columns = ["n", "name"]
        #expect(Answers.text(output, .csv) == "n,name\r\n1,a\r\n")
        #expect(Answers.text(output, .ndjson) == "{\"n\":1,\"name\":\"a\"}\n")
        #expect(Answers.text(output, .json).contains("\"columns\":[\"n\",\"name\"]"))
        output.columns = ["n"]
        #expect(Answers.text(output, .table).hasPrefix("n\n1  █"))
        #expect(Answers.text(output, .list).hasPrefix("1.\n  n  1\n"))
    }

    @Test(arguments: [
        (0.0, 8.0, ""), (8, 8, "████"), (1, 8, "▌"), (0.001, 8, "▏"), (-1, 8, ""), (Double.nan, 8, ""), (1, 0, ""),
    ])
    func `a bar is drawn in eighths`(number: Double, greatest: Double, bar: String) {
        #expect(Bar.text(number, of: greatest, width: 4) == bar)
    }
}
