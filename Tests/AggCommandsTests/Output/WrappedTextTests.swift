import AggCommands
import Testing

@Suite struct WrappedTextTests {
    @Test(arguments: [
        ("short\n", "short\n"), ("", ""), ("one two three four five", "one two three four\nfive"),
        ("  indented text that goes on", "  indented text that\n  goes on"),
        ("  --all  every one of them all", "  --all  every one\n         of them all"),
        ("  a long command  what it does", "  a long command\n      what it does"),
        ("  one command    the one it is", "  one command\n      the one it is"),
        ("  a command that is wrapped  so is this", "  a command that is\n      wrapped\n      so is this"),
        ("averyveryverylongwordindeed and more", "averyveryverylongwordindeed\nand more"),
        ("one two three 東京 東京", "one two three 東京\n東京"),
        ("first line that is long\nsecond\n\nthird", "first line that is\nlong\nsecond\n\nthird"),
    ])
    func `wraps lines at spaces, aligned with the text they belong to`(text: String, wrapped: String) {
        #expect(WrappedText.of(text, width: 20) == wrapped)
    }

    @Test func `help fits a terminal of forty columns`() async throws {
        let output = try await Bench().run("help search")
        let text = Answers.text(output, .table, width: 40)
        #expect(text.split(separator: "\n").allSatisfy { DisplayWidth.of($0) <= 40 })
        #expect(
            text.split(whereSeparator: \.isWhitespace)
                == Answers.text(output, .table).split(whereSeparator: \.isWhitespace))
    }
}
