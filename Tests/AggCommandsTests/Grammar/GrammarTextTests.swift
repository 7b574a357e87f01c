@testable import AggCommands
import TestSupport
import Testing

@Suite struct GrammarTextTests {
    @Test(arguments: [
        ("London", "London"),
        ("San José", "San José"),
        ("O'Fallon", "O'Fallon"),
        ("'Ayn", #"\'Ayn"#),
        ("\"Weird\" Al", #"\"Weird" Al"#),
        ("#1 Dad", "\\#1 Dad"),
        ("C# in Depth", "C# in Depth"),
        (#"C:\Temp"#, #"C:\\Temp"#),
        ("a; b", #"a\; b"#),
        ("AC | DC", #"AC \| DC"#),
        ("a > b", #"a \> b"#),
        ("a >> b", #"a \>\> b"#),
        (#"x \G"#, #"x \\G"#),
    ])
    func `escapes a character only where it would have a special meaning`(title: String, expected: String) {
        #expect(GrammarText.escaped(title) == expected)
    }

    @Test(arguments: [
        "Note:\"x\"", "Note:'x y'", "a:b:\"c\"", ";", ";;", ";;;", "a;;b;; c", "--", "--limit", "x --limit=5 y", "-- #",
        "|", "||", "#", "# #", "\\", "\\\\", "\\ ", "\\\"", "'", "''", "\"\"", "\" \"", "a\nb", "a\r\nb", "a\tb",
        "--\"x\\", "two  blanks", "\u{A0}", "no\u{A0}break", "#\u{FE0F}\u{20E3} ten", "\"\u{301} x\"", "a \u{301}b",
        ":\u{301}'x'", "-\u{301}", "--\u{301}", "\u{37E} x\u{37E}", "\u{600}; \u{600}\"x\"",
        "(\"x y\")", "Live (\"Weird\" Al)", "(-name:'x' y)", "((\"x\"", "-(\"x\")", "(\"x y )=\" z", "-\"", "-'x y'",
    ])
    func `reads back as the same words`(title: String) {
        expectSameWords(title)
    }

    @Test func `any title reads back as the same words`() {
        let pieces = [
            "a", "é", "東", " ", "  ", "\"", "'", "\\", ";", "#", "|", ":", "--", "-", "name:", "limit", "=", "#\u{301}",
            "\"\u{301}", "\u{301}", "\u{600}", "\u{37E}", "\n", "👩‍👧", "\u{0}", ">", ">>", "G", "(",
            ")",
        ]
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<3_000 {
            let count = Int.random(in: 0...12, using: &generator)
            let title = (0..<count).compactMap { _ in pieces.randomElement(using: &generator) }.joined()
            expectSameWords(title)
        }
    }

    private func expectSameWords(_ title: String, location: SourceLocation = #_sourceLocation) {
        let escaped = GrammarText.escaped(title)
        let line = CommandLine("search x " + escaped)
        #expect(line.statements.allSatisfy { $0.destination == nil && $0.fault == nil && !$0.isVertical })
        let texts = line.commands.first?.dropFirst(2).map(\.text) ?? []
        let titleWords = title.unicodeScalars.split(whereSeparator: \.isBlank).map { String($0) }
        #expect(line.commands.count == 1, "\(title.debugDescription)", sourceLocation: location)
        #expect(texts == titleWords, "\(title.debugDescription) as \(escaped)", sourceLocation: location)
        let hasOption = line.commands.first?.dropFirst(2).contains {
            $0.isOption || $0.text == "--" && $0.literalFrom == nil
        }
        #expect(hasOption == false, "\(title.debugDescription) as \(escaped)", sourceLocation: location)
    }
}
