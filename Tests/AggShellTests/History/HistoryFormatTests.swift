import Testing

@testable import AggShell

@Suite struct HistoryFormatTests {
    @Test(arguments: [
        ("search são", "search são\n"), ("a\nb", "a\\nb\n"), ("a\\nb", "a\\\\nb\n"), ("\\", "\\\\\n"), ("é東", "é東\n"),
    ])
    func `keeps a line in one row and reads it back`(line: String, row: String) {
        #expect(HistoryFormat.row(line) == row)
        #expect(HistoryFormat.lines(Array(row.utf8)) == [line])
    }

    @Test(
        arguments: [
            ("", []),
            ("\n\n", []),
            ("a\na\nb\na\n", ["a", "b", "a"]),
            ("no end", ["no end"]),
            ("a\\xb\\\n", ["a\\xb\\"]),
        ] as [(String, [String])])
    func `reads a file leniently`(text: String, lines: [String]) {
        #expect(HistoryFormat.lines(Array(text.utf8)) == lines)
    }

    @Test func `repairs corrupt bytes`() {
        #expect(HistoryFormat.lines([0x61, 0xFF, 0x0A, 0x62]) == ["a\u{FFFD}", "b"])
    }
}
