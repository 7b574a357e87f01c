import Testing

@testable import AggShell

@Suite struct LiveLineTests {
    /// The line after some keys, with a bar at the cursor.
    private func line(_ text: String, _ keys: [LiveKey]) -> String {
        var line = LiveLine(text)
        for key in keys {
            let isEdited = line.edit(key)
            #expect(isEdited)
        }
        return String(line.characters[..<line.cursor]) + "|" + String(line.characters[line.cursor...])
    }

    @Test(
        arguments: [
            ("", [], "|"), ("", [.text("a"), .text("b")], "ab|"), ("ab", [.left, .text("x")], "ax|b"),
            ("ab", [.home, .text("x")], "x|ab"), ("ab", [.home, .end], "ab|"), ("ab", [.backspace], "a|"),
            ("ab", [.home, .backspace], "|ab"), ("ab", [.home, .delete], "|b"), ("ab", [.delete], "ab|"),
            ("san jose", [.deleteWord], "san |"), ("san jose  ", [.deleteWord], "san |"), ("", [.deleteWord], "|"),
            ("san jose", [.left, .deleteToEnd], "san jos|"), ("san jose", [.left, .deleteToStart], "|e"),
            ("a", [.left, .left, .right, .right], "a|"), ("東京", [.backspace], "東|"),
        ] as [(String, [LiveKey], String)])
    func `edits by characters`(text: String, keys: [LiveKey], expected: String) {
        #expect(line(text, keys) == expected)
    }

    @Test func `a combining mark joins the letter before it`() {
        #expect(line("e", [.text("\u{301}"), .backspace]) == "|")
    }

    @Test(arguments: [LiveKey.up, .enter, .escape, .favorite])
    func `ignores other keys`(key: LiveKey) {
        var line = LiveLine("a")
        let isEdited = line.edit(key)
        #expect(!isEdited)
        #expect(line == LiveLine("a"))
    }
}
