import Foundation
import TestSupport
import Testing

/// How keys affect a history search.
@Suite struct SearchKeyTests {
    private static let found = "search são\\ tomé --limit 1"

    /// A search that has found its line.
    private func search(_ settings: String = "") async throws -> ProbeTerminal {
        let folder = try TemporaryFolder()
        try settings.write(toFile: folder.path(".editrc"), atomically: true, encoding: .utf8)
        try "older\n\(Self.found)\nlist cities\nsources\n"
            .write(toFile: folder.path("history"), atomically: true, encoding: .utf8)
        let terminal = try ProbeTerminal(folder: folder)
        try await terminal.waitForPrompt()
        try terminal.type("\u{12}")
        try await terminal.wait(for: "search history:")
        try terminal.type("tom")
        try await terminal.wait(for: "agg> \(Self.found)\nsearch history: tom")
        return terminal
    }

    private static let keys = [
        ("\u{1B}[C", "search são\\ tXomé --limit 1"), ("\u{1B}OC", "search são\\ tXomé --limit 1"),
        ("\u{1B}[D", "search são\\X tomé --limit 1"), ("\u{1B}[A", "olderX"), ("\u{1B}[B", "list citiesX"),
        ("\u{1B}[H", "X" + found), ("\u{1B}OF", found + "X"), ("\u{1B}[3~", "search são\\ Xomé --limit 1"),
        ("\u{1B}[1;5D", "search Xsão\\ tomé --limit 1"), ("\u{1B}[1;5C", "search são\\ toméX --limit 1"),
    ]

    @Test(arguments: keys, ["", "bind -v\n"])
    func `a key that sends a sequence accepts the found line and does its usual action`(
        key: (keys: String, line: String), settings: String
    ) async throws {
        let terminal = try await search(settings)
        try terminal.type(key.keys)
        try await terminal.wait(for: "the end of the search") { !$0.text.contains("search history:") }
        try terminal.type("X")
        try await terminal.waitAtLine("agg> " + key.line)
    }

    @Test(arguments: [("\u{1B}b", "search Xsão\\ tomé --limit 1"), ("\u{1B}f", "search são\\ toméX --limit 1")])
    func `an Alt key accepts the found line and does its usual action`(keys: String, line: String) async throws {
        let terminal = try await search()
        try terminal.type(keys + "X")
        try await terminal.waitAtLine("agg> " + line)
    }

    @Test func `a key that the user has bound accepts the found line and does its usual action`() async throws {
        let terminal = try await search("bind -s \"\\e[5~\" \"text\"\n")
        try terminal.type("\u{1B}[5~")
        try await terminal.waitAtLine("agg> search são\\ texttomé --limit 1")
    }

    @Test func `a terminal that only prints lines finds the last line that contains the typed text`() async throws {
        let folder = try TemporaryFolder()
        try "list cities\nsources\n".write(toFile: folder.path("history"), atomically: true, encoding: .utf8)
        let terminal = try ProbeTerminal(columns: 120, environment: ["TERM": "dumb"], folder: folder)
        try await terminal.waitForPrompt()
        try terminal.type("\u{12}")
        try await terminal.wait(for: "Type part of the line first.")
        try terminal.type("cit\u{12}\r")
        try await terminal.wait(for: "got <list cities>")
    }

    @Test func `an unbound key does not end the search`() async throws {
        let terminal = try await search()
        try terminal.type("\u{1B}[6~é")
        try await terminal.wait(for: "search history: tomé")
    }

    @Test(arguments: ["", "bind -v\n"])
    func `Enter runs the line, Escape accepts it, Ctrl-G and Ctrl-C drop it, a paste goes into it`(settings: String)
        async throws
    {
        var terminal = try await search(settings)
        try terminal.type("\r")
        try await terminal.wait(for: "got <\(Self.found)>")
        terminal = try await search(settings)
        try terminal.type("\u{1B}")
        try await terminal.waitAtLine("agg> " + Self.found)
        terminal = try await search(settings)
        try terminal.type("\u{7}")
        try await terminal.waitAtLine("agg>")
        terminal = try await search(settings)
        try terminal.type("\u{3}")
        try await terminal.wait(for: "interrupted")
        try await terminal.waitForPrompt()
        try terminal.type("next\r")
        try await terminal.wait(for: "got <next>")
        terminal = try await search(settings)
        try terminal.type("\u{1B}[200~pasted \u{1B}[201~")
        try await terminal.waitAtLine("agg> search são\\ pasted tomé --limit 1")
    }
}
