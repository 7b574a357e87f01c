import Testing

@testable import AggShell

@Suite struct LineLayoutTests {
    init() { TerminalLocale.prepare() }

    @Test(arguments: [
        ("", 0, 10, 0, 0),
        ("abcd", 4, 10, 0, 0),
        ("abcde", 5, 10, 1, 1),
        ("abcdef", 0, 10, 0, 1),
        ("abcdefghijklmno", 15, 10, 2, 2),
        ("abcdefghijklmno", 5, 10, 1, 2),
        ("abcd京", 4, 10, 1, 1),
        ("abcd京", 5, 10, 1, 1),
        ("abc京", 4, 10, 1, 1),
        ("e\u{301}e\u{301}e\u{301}e\u{301}", 8, 10, 0, 0),
        ("a\tb", 3, 10, 0, 0),
        ("ab\u{3}c", 4, 10, 1, 1),
        ("ab\nbck:x", 8, 10, 1, 1),
    ])
    func `finds the rows of the cursor and the end`(line: String, cursor: Int, columns: Int, row: Int, last: Int) {
        let layout = LineLayout(
            prompt: "agg> ", line: Array(line.unicodeScalars), cursor: cursor, columns: columns)
        #expect(layout.cursorRow == row)
        #expect(layout.lastRow == last)
    }

    @Test func `stays on the screen`() {
        let long = Array(repeating: Unicode.Scalar("x"), count: 100)
        let layout = LineLayout(prompt: "", line: long, cursor: 100, columns: 10).within(rows: 4)
        #expect(layout.cursorRow == 3)
        #expect(layout.lastRow == 3)
    }
}
