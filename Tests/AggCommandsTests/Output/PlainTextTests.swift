import Testing

import AggCommands

@Suite struct PlainTextTests {
    @Test(arguments: [
        ("██▌▎", "###:"), ("London", "London"),
        ("São Paulo", "Sao Paulo"), ("e\u{301}", "e"), ("★ title…", "* title~"),
        ("“x” – y", "\"x\" - y"), ("東京", "????"), ("Łódź", "Lodz"), ("Þingvellir", "?ingvellir"), ("👩‍👩‍👧", "??"), ("", ""),
        ("a\u{1B}[1m", "a\u{1B}[1m"),
    ])
    func `is ASCII of the same width`(text: String, expected: String) {
        #expect(PlainText.of(text) == expected)
        #expect(PlainText.of(text).utf8.allSatisfy { $0 < 0x80 })
    }

    @Test(arguments: OutputFormat.allCases)
    func `only formats for people become plain`(format: OutputFormat) {
        var presentation = Presentation(format: format, width: 80)
        presentation.isPlain = true
        let text = Renderer.render(Answers.output([Answers.tokyo]), presentation)
        #expect(text.utf8.allSatisfy { $0 < 0x80 } == [.table, .list].contains(format))
    }

    @Test func `a plain table is aligned as before`() {
        var presentation = Presentation(format: .table, width: 80)
        let text = Renderer.render(Answers.output(), presentation)
        presentation.isPlain = true
        let plain = Renderer.render(Answers.output(), presentation)
        #expect(text.split(separator: "\n").map { DisplayWidth.of($0) } == plain.split(separator: "\n").map(\.count))
    }
}
