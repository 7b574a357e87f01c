import Foundation
import TestSupport
import Testing

/// Keys that send escape sequences, known or not, at a real terminal.
@Suite struct EscapeKeyTests {
    /// Types keys in steps, and waits for the expected line after each step.
    private func line(
        _ steps: [(keys: String, line: String)], settings: String? = nil, history: [String] = []
    ) async throws -> ProbeTerminal {
        let folder = try TemporaryFolder()
        if let settings { try settings.write(toFile: folder.path(".editrc"), atomically: true, encoding: .utf8) }
        try history.map { $0 + "\n" }.joined()
            .write(toFile: folder.path("history"), atomically: true, encoding: .utf8)
        let terminal = try ProbeTerminal(folder: folder)
        try await terminal.waitForPrompt()
        for (keys, line) in steps {
            try terminal.type(keys)
            try await terminal.waitAtLine(("agg> " + line).trimmingCharacters(in: .whitespaces))
        }
        return terminal
    }

    @Test(arguments: [
        "\u{1B}[5~", "\u{1B}[6~", "\u{1B}[2~", "\u{1B}[15~", "\u{1B}[1;2A", "\u{1B}OP", "\u{1B}[[A", "\u{1B}[?1;2c",
        "\u{1B}[201~", "\u{1B}[1;5R", "\u{1B}[5~\u{1B}[6~",
    ])
    func `an unbound key leaves nothing on the line`(keys: String) async throws {
        for settings in ["", "bind -v\n"] {
            _ = try await line([("ab" + keys + "c", "abc"), (keys + "d", "abcd")], settings: settings)
        }
    }

    @Test func `a key may arrive in pieces, however slowly`() async throws {
        let terminal = try await line([("ab", "ab")])
        for piece in ["\u{1B}", "[6~", "\u{1B}", "[D", "x"] {
            try terminal.type(piece)
            try await Task.sleep(for: .milliseconds(120))
        }
        try await terminal.waitAtLine("agg> axb")
    }

    @Test func `a sequence that ends early does not swallow another key`() async throws {
        let terminal = try await line([("ab\u{1B}[1;", "ab")])
        try terminal.type("\r")
        try await terminal.wait(for: "got <ab>")
    }

    @Test func `Escape waits for the character of an Alt key, and does not break a paste or an arrow`() async throws {
        let terminal = try await line([("ab cd\u{1B}", "ab cd")])
        try await Task.sleep(for: .milliseconds(120))
        try terminal.type("bX")
        try await terminal.waitAtLine("agg> ab Xcd")
        try terminal.type("\u{1B}\u{1B}[200~Y\u{1B}[201~\u{1B}\u{1B}[CZ")
        try await terminal.waitAtLine("agg> ab XYcZd")
    }

    @Test func `the end of an interrupted paste leaves nothing on the line`() async throws {
        let terminal = try await line([])
        try terminal.type("\u{1B}[200~never ended")
        try terminal.type("\u{3}")
        try await terminal.wait(for: "interrupted")
        try await terminal.waitForPrompt()
        try terminal.type("\u{1B}[201~next\r")
        try await terminal.wait(for: "got <next>")
    }

    @Test func `inserts a key literally after Ctrl-V`() async throws {
        _ = try await line([("\u{16}\u{1B}[Ax", "^[[Ax")])
    }

    @Test(arguments: [
        ("bind \"\\e[5~\" ed-move-to-beg\n", "X]ab"), ("bind -s \"\\e[5~\" \"text\"\n", "abtextX]"),
        ("# keys\n\n  bind \"\\e[5~\" ed-prev-char\nother:bind -v\nnonsense\n", "aX]b"),
        ("bind -v\nbind \"\\e[5~\" ed-prev-char\n", "aX]b"),
        ("bind -v\nbind -a \"\\e[5~\" vi-prev-word\n", "X]ab"),
        ("bind \"\\e[5~\" ed-prev-char\nbind -v\nbind -e\n", "abX]"),
    ])
    func `the user's own keys take precedence`(settings: String, expected: String) async throws {
        _ = try await line([("ab", "ab"), ("\u{1B}[5~X]", expected)], settings: settings)
    }

    @Test func `an arrow key can be bound to a search`() async throws {
        for settings in ["", "bind -v\n"] {
            _ = try await line(
                [("list", "list"), ("\u{1B}[A", "list cities")],
                settings: settings + "bind \"\\e[A\" ed-search-prev-history\n",
                history: ["list cities", "sources"])
        }
    }
}
