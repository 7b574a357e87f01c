import Testing

@testable import AggShell

@Suite struct PromptTests {
    @Test(arguments: [
        ("agg> ", "agg> ", "agg> "),
        ("\u{1B}[1magg>\u{1B}[0m ", "\u{1}\u{1B}[1m\u{1}agg>\u{1}\u{1B}[0m\u{1} ", "agg> "),
        ("\u{1B}[1m\u{1B}[32ma", "\u{1}\u{1B}[1m\u{1B}[32m\u{1}a", "a"),
        ("a\u{1B}[0m", "a\u{1}\u{1B}[0m\u{1} ", "a "),
        ("são>\n", "s?o>?", "s?o>?"),
        ("a\u{1B}[", "a\u{1}\u{1B}[\u{1} ", "a "),
        ("", "", ""),
    ])
    func `marks color sequences and uses only ASCII`(text: String, marked: String, visible: String) {
        let prompt = Prompt(text)
        #expect(prompt.marked == marked)
        #expect(prompt.visible == visible)
    }
}
