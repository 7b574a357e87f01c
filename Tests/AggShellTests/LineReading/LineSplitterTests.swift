import Testing

@testable import AggShell

@Suite struct LineSplitterTests {
    private static func lines(_ blocks: [[UInt8]]) -> [String] {
        var splitter = LineSplitter()
        var lines: [String] = []
        for block in blocks {
            splitter.append(block)
            while let line = splitter.next() { lines.append(line) }
        }
        if let rest = splitter.rest() { lines.append(rest) }
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
            ("a\0b\n", ["a\u{FFFD}b"]),
        ] as [(String, [String])])
    func `splits whatever blocks the text arrives in`(text: String, expected: [String]) {
        let bytes = Array(text.utf8)
        #expect(Self.lines([bytes]) == expected)
        #expect(Self.lines(bytes.map { [$0] }) == expected)
    }

    @Test func `repairs what is not UTF-8`() {
        #expect(Self.lines([[0x61, 0xFF, 0x62, 0x0A, 0xC3]]) == ["a\u{FFFD}b", "\u{FFFD}"])
    }

    @Test func `has nothing left after the rest`() {
        var splitter = LineSplitter()
        splitter.append(Array("a".utf8))
        #expect(splitter.rest() == "a")
        #expect(splitter.rest() == nil)
    }
}
