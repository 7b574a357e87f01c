import TestSupport
import Testing

@Suite struct CompletionKeyTests {
    @Test(arguments: [
        ("sea\t", "search "),
        ("set x\u{1}\u{1B}[C\u{1B}[C\u{1B}[C\u{1B}[C\u{5} sou\t", "set x sources "),
        ("são\t", "são-paulo "),
        ("\"New Y\t", "\"New York\" "),
    ])
    func `inserts the only candidate and a space`(keys: String, line: String) async throws {
        let terminal = try ProbeTerminal()
        try await terminal.waitForPrompt()
        try terminal.type(keys)
        try await terminal.wait(for: "completion") { $0.lastLine + " " == "agg> \(line)" }
        try terminal.type(".\r")
        try await terminal.wait(for: "got <\(line).>")
    }

    @Test func `completes before keys that were typed ahead`() async throws {
        let terminal = try ProbeTerminal()
        try await terminal.waitForPrompt()
        try terminal.type("sea\tx\rsea\ty\r")
        try await terminal.wait(for: "got <search x>")
        try await terminal.wait(for: "got <search y>")
    }

    @Test func `inserts what several candidates have in common and lists them at the second Tab`() async throws {
        let terminal = try ProbeTerminal()
        try await terminal.waitForPrompt()
        try terminal.type("\"N\t")
        try await terminal.waitAtLine("agg> \"New")
        let bells = terminal.screen.bells
        #expect(bells > 0)
        try terminal.type("\t")
        try await terminal.wait(for: "\"New York\"   \"New Delhi\"\nagg> \"New")
        try terminal.type("Y\t")
        try await terminal.waitAtLine("agg> \"New York\"")
    }

    @Test func `lists up to a hundred candidates`() async throws {
        let terminal = try ProbeTerminal(columns: 60, rows: 40)
        try await terminal.waitForPrompt()
        try terminal.type("item")
        try await terminal.waitAtLine("agg> item")
        try terminal.type("\t\t")
        try await terminal.wait(for: "… and 3 more\nagg> item")
        #expect(terminal.screen.text.contains("item100"))
        #expect(!terminal.screen.text.contains("item101"))
    }

    @Test func `lists below a line that wraps`() async throws {
        let terminal = try ProbeTerminal(columns: 30)
        let words = "aaaa bbbb cccc dddd eeee ffff se"
        try await terminal.waitForPrompt()
        try terminal.type(words)
        try await terminal.waitAtLine("ffff se")
        try terminal.type("\t\t")
        try await terminal.wait(for: "ffff se\nsearch  set\nagg> aaaa bbbb cccc dddd eeee\nffff se")
        try terminal.type("t\r")
        try await terminal.wait(for: "got <aaaa bbbb cccc dddd eee")
    }

    @Test func `rings the bell when nothing fits`() async throws {
        let terminal = try ProbeTerminal()
        try await terminal.waitForPrompt()
        try terminal.type("zzz\t")
        try await terminal.wait(for: "bell") { $0.bells == 1 && $0.lastLine == "agg> zzz" }
    }

    @Test func `does not block the prompt for slow completions`() async throws {
        let terminal = try ProbeTerminal()
        try await terminal.waitForPrompt()
        try terminal.type("slow\t")
        try await terminal.wait(for: "bell") { $0.bells == 1 }
        try terminal.type("er\r")
        try await terminal.wait(for: "got <slower>")
    }
}
