import Testing

@testable import AggShell

@Suite struct InputLinesTests {
    private static func text(_ input: LineInput) -> String {
        switch input {
        case .line(let line): line
        case .unreadable(let reason): "‹\(reason)›"
        case .interrupted, .endOfInput: "another input"
        }
    }

    private static func lines(_ blocks: [[UInt8]]) -> [String] {
        var splitter = InputLines()
        var lines: [String] = []
        for block in blocks {
            splitter.append(block)
            while let line = splitter.next() { lines.append(text(line)) }
        }
        if let rest = splitter.rest() { lines.append(text(rest)) }
        return lines
    }

    @Test(
        arguments: [
            ("", []),
            ("\n", [""]),
            ("one", ["one"]),
            ("one\n", ["one"]),
            ("one\ntwo", ["one", "two"]),
            ("one\r\ntwo\r\n", ["one", "two"]),
            ("one\r", ["one"]),
            ("a\rb\n", ["a\rb"]),
            ("\n\nx\n", ["", "", "x"]),
            ("\u{FEFF}search são\n\u{FEFF}x\n", ["search são", "\u{FEFF}x"]),
            ("a\0b\nc\n", ["‹not text (it contains a NUL byte)›", "c"]),
        ] as [(String, [String])])
    func `splits the same lines whatever blocks the text arrives in`(text: String, expected: [String]) {
        let bytes = Array(text.utf8)
        #expect(Self.lines([bytes]) == expected)
        #expect(Self.lines(bytes.map { [$0] }) == expected)
    }

    @Test func `reports a line that is not UTF-8, and reads on`() {
        let complaint = "‹not valid UTF-8›"
        #expect(Self.lines([[0x61, 0xFF, 0x62, 0x0A, 0x61, 0x0A, 0xC3]]) == [complaint, "a", complaint])
    }

    @Test func `has nothing left after the rest`() {
        var splitter = InputLines()
        splitter.append(Array("a".utf8))
        #expect(splitter.rest() == .line("a"))
        #expect(splitter.rest() == nil)
    }
}
