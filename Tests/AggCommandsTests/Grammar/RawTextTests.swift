import TestSupport
import Testing

@testable import AggCommands

/// How the text after `sql` is extracted from a line.
@Suite struct RawTextTests {
    private func commands(_ line: String) -> [[String]] {
        CommandLine(line).commands.map { $0.map(\.text) }
    }

    @Test(arguments: [
        "SELECT 'it''s'", "SELECT \"a-b\" FROM x", "SELECT ' ; ' AS a", "SELECT 'a\\' || 'b'",
        "SELECT a > 3 AND b || c",
        "SELECT \" ' \" # no comment", "SELECT 1;2", "SELECT 'unclosed", "SELECT 2 - -1", "SELECT a > csv",
        "SELECT '--json x'",
    ])
    func `keeps the text as typed`(text: String) {
        #expect(commands("sql \(text)") == [["sql", text]])
        #expect(commands("  .sql   \(text)  ") == [[".sql", text]])
    }

    @Test(
        arguments: [
            "save x", "watch 5", ".watch 5", "watch --times 3 5", "watch --times=3 5", "watch 5 --times 3",
            "watch 5 --times=3",
        ])
    func `keeps the text of a command that is saved or repeated`(start: String) {
        let words = start.split(separator: " ").map(String.init)
        let text = "SELECT 'it''s', \"a-b\""
        #expect(commands("\(start) sql \(text)") == [words + ["sql", text]])
        #expect(commands("\(start) search sql 'a'") == [words + ["search", "sql", "a"]])
    }

    @Test(arguments: [
        ("sql SELECT 1; sources", [["sql", "SELECT 1"], ["sources"]]),
        ("sources; sql SELECT 'a;'; search 'x y'", [["sources"], ["sql", "SELECT 'a;'"], ["search", "x y"]]),
        ("sql SELECT 1;;; exit", [["sql", "SELECT 1"], ["exit"]]),
        ("sql;exit", [["sql;exit"]]),
        ("sql ; exit", [["sql"], ["exit"]]),
        ("sql", [["sql"]]),
    ])
    func `a semicolon at the end of a word ends the text`(line: String, expected: [[String]]) {
        #expect(commands(line) == expected)
    }

    @Test(arguments: [
        ("sql --json SELECT 1", ["sql", "--json", "SELECT 1"]),
        (
            "sql --limit 5 --json SELECT 'a  b' --timeout 9",
            ["sql", "--limit", "5", "--json", "SELECT 'a  b'", "--timeout", "9"]
        ),
        ("sql --limit=5 SELECT 1", ["sql", "--limit=5", "SELECT 1"]),
        ("sql SELECT 1 --format csv", ["sql", "SELECT 1", "--format", "csv"]),
    ])
    func `accepts options before and after the text`(line: String, expected: [String]) {
        #expect(commands(line) == [expected])
    }

    @Test(arguments: [
        ("| head -3", Statement.Destination.command("head -3")), ("> out.csv", .file("out.csv", appends: false)),
        (">> /x/out.json", .file("/x/out.json", appends: true)),
    ])
    func `accepts a redirection or a pipe after the text`(end: String, destination: Statement.Destination) {
        let statement = CommandLine("sql SELECT a > 1 FROM b \(end)").statements.first
        #expect(statement?.words.map(\.text) == ["sql", "SELECT a > 1 FROM b"])
        #expect(statement?.destination == destination)
        #expect(CommandLine("sql SELECT 'x' \\G").statements.first?.isVertical == true)
    }

    @Test(arguments: [
        ("SELECT a FROM b > out", "out"), ("SELECT a FROM b LIMIT 3 > out", "out"),
        ("SELECT a FROM b WHERE c > /tmp/out", "/tmp/out"), ("SELECT a FROM b ORDER BY c > ./out", "./out"),
        ("SELECT a FROM b WHERE c > d", nil), ("SELECT a FROM b JOIN c ON d > e", nil), ("SELECT a > b", nil),
        ("SELECT (SELECT a FROM b) > 3", nil), ("SELECT a FROM b WHERE (SELECT c FROM d) > e", nil),
        ("SELECT exists(SELECT 1 FROM a) > 0", nil), ("SELECT 'from' > a", nil), ("SELECT a FROM (b) > out", "out"),
        ("SELECT a FROM b WHERE c > \"d\"", nil), ("SELECT a FROM b > \"c d\"", "c d"),
        ("SELECT a FROM b WHERE c > 'd'", nil), ("SELECT a FROM b WHERE c > 'my file.csv'", "my file.csv"),
        ("SELECT a FROM b WHERE c > 'd.csv' || e", nil), ("SELECT a FROM b WHERE c > 'd.csv", nil),
        ("SELECT a FROM b ORDER BY c > d", nil), ("SELECT a FROM b > c d", nil),
    ])
    func `takes a word after > for a file unless it may be compared`(text: String, file: String?) {
        let statement = CommandLine("sql \(text)").statements.first
        #expect(statement?.destination == file.map { .file($0, appends: false) })
    }

    @Test func `the options with a value match those of the command`() {
        let valued = SQLCommand().declaration.allOptions.filter { $0.value != nil }.map(\.name)
        #expect(RawText.valued == Set(valued))
    }

    @Test func `no text causes a crash`() {
        var generator = SeededGenerator(seed: 7)
        let letters = ["'", "\"", ";", " ", "-", "--", "a", "|", ">", ".csv", "\\", "#", "sql", "\n", "é"]
        for _ in 0..<2_000 {
            let count = Int.random(in: 0...12, using: &generator)
            let text = (0..<count).map { _ in letters.randomElement(using: &generator) ?? "" }.joined()
            _ = CommandLine("sql " + text)
        }
    }
}
