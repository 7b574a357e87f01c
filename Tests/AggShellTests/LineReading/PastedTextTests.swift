import Testing

@testable import AggShell

@Suite struct PastedTextTests {
    @Test(
        arguments: [
            ("", [], ""),
            ("one", [], "one"),
            ("one\rtwo", ["one"], "two"),
            ("one\r\ntwo\n", ["one", "two"], ""),
            ("\n\nx", ["", ""], "x"),
            ("a\tb", [], "a b"),
            ("a\u{1B}[31mb\u{7}\u{9B}c\0", [], "a[31mbc"),
        ] as [(String, [String], String)])
    func `splits text into lines and removes control characters`(text: String, lines: [String], rest: String) {
        let pasted = PastedText(Array(text.utf8))
        #expect(pasted.lines == lines)
        #expect(pasted.rest == rest)
    }
}
