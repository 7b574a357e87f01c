import TestSupport
import Testing

@Suite struct NoticeTests {
    @Test func `shows a notice above the line being typed`() async throws {
        let terminal = try ProbeTerminal()
        try await terminal.waitForPrompt()
        try terminal.type("half typed\u{1B}b")
        try await terminal.waitAtLine("agg> half typed")
        try terminal.announce("cities: 3 rows")
        try await terminal.wait(for: "cities: 3 rows\nagg> half typed")
        try terminal.type("X\r")
        try await terminal.wait(for: "got <half Xtyped>")
    }

    @Test func `wraps a notice at spaces`() async throws {
        let terminal = try ProbeTerminal(columns: 20)
        try await terminal.waitForPrompt()
        try terminal.announce("cannot refresh cities: the server is offline")
        try await terminal.wait(for: "cannot refresh\ncities: the server\nis offline\nagg>")
    }

    @Test(arguments: [0, 1, 14, 15, 16, 34, 35, 36, 50])
    func `keeps a line that wraps`(length: Int) async throws {
        let terminal = try ProbeTerminal(columns: 20)
        let line = String((0..<length).map { Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8($0 % 26))) })
        let shown = TerminalRows.of("agg> " + line, columns: 20)
        try await terminal.waitForPrompt()
        try terminal.type(line)
        try await terminal.wait(for: shown)
        try terminal.announce("news")
        try await terminal.wait(for: "news\n" + shown)
        #expect(terminal.screen.text.hasPrefix("news\n" + shown), "nothing is left of the line above the notice")
        try terminal.type("!\r")
        let answer = TerminalRows.of("got <\(line)!>", columns: 20)
        try await terminal.wait(for: answer)
    }

    @Test func `keeps a wrapped line with wide characters and the cursor in its first row`() async throws {
        let terminal = try ProbeTerminal(columns: 20)
        try await terminal.waitForPrompt()
        try terminal.type("東京都東京都東京都東京都")
        try await terminal.wait(for: "agg> 東京都東京都東\n京都東京都")
        try terminal.type("\u{1}")
        try terminal.announce("news")
        try await terminal.wait(for: "news\nagg> 東京都東京都東\n京都東京都")
        #expect(terminal.screen.lines[0] == "news")
        try terminal.type("x\r")
        try await terminal.wait(for: "got <x東京都")
    }

    @Test func `keeps a search of the history`() async throws {
        let terminal = try ProbeTerminal()
        try await terminal.waitForPrompt()
        try terminal.type("first line\r")
        try await terminal.wait(for: "got <first line>")
        try await terminal.waitForPrompt()
        try terminal.type("\u{12}fir")
        try await terminal.wait(for: "search history: fir")
        try terminal.announce("news")
        try await terminal.wait(for: "news\nagg> first line\nsearch history: fir")
        try terminal.type("\r")
        try await terminal.wait(for: "two answers") { $0.text.split(separator: "got <first line>").count == 3 }
    }

    @Test func `writes a notice at once if no line is being read`() async throws {
        let terminal = try ProbeTerminal()
        try await terminal.waitForPrompt()
        try terminal.type("work\r")
        try await terminal.wait(for: "working")
        try terminal.announce("news")
        try await terminal.wait(for: "working\nnews")
    }
}

enum TerminalRows {
    /// A text as it appears in the rows of a terminal, without trailing spaces.
    static func of(_ text: String, columns: Int) -> String {
        let characters = Array(text)
        return stride(from: 0, to: characters.count, by: columns).map { start in
            let row = String(characters[start..<min(characters.count, start + columns)])
            return String(row.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }
}
