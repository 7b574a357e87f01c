import TestSupport
import Testing

@Suite struct PasteTests {
    @Test func `inserts pasted text unchanged, with tabs as spaces`() async throws {
        let terminal = try ProbeTerminal()
        try await terminal.waitForPrompt()
        try terminal.type("<>\u{2}\u{1B}[200~sea\tsé\u{1B}[A\u{4}\u{1B}[201~")
        try await terminal.waitAtLine("agg> <sea sé[A>")
        try terminal.type("\r")
        try await terminal.wait(for: "got <<sea sé[A>>")
    }

    @Test func `submits pasted lines one after another, and leaves the rest to be edited`() async throws {
        let terminal = try ProbeTerminal()
        try await terminal.waitForPrompt()
        try terminal.type("\u{1B}[200~one\ttab\r\ntwo\n\n\rrest\u{1B}[201~")
        try await terminal.waitAtLine("agg> rest")
        let text = """
            agg> one tab
            got <one tab>
            agg> two
            got <two>
            agg> rest
            """
        #expect(terminal.screen.text.hasPrefix(text))
    }

    @Test func `keeps nothing of a paste after an interrupt`() async throws {
        let terminal = try ProbeTerminal()
        try await terminal.waitForPrompt()
        try terminal.type("\u{1B}[200~never ended\r\n")
        try terminal.type("\u{3}")
        try await terminal.wait(for: "interrupted")
        try await terminal.waitForPrompt()
        try terminal.type("next\r")
        try await terminal.wait(for: "got <next>")
    }

    @Test func `accepts a paste that arrives in pieces`() async throws {
        let terminal = try ProbeTerminal()
        try await terminal.waitForPrompt()
        for piece in ["\u{1B}[200~on", "e\u{1B}[2", "01~", "\r"] {
            try terminal.type(piece)
            await Task.yield()
        }
        try await terminal.wait(for: "got <one>")
    }

    @Test func `does not complete inside a paste without bracketed paste mode`() async throws {
        let terminal = try ProbeTerminal(environment: ["TERM": "linux"])
        try await terminal.waitForPrompt()
        try terminal.type("sea\tx\rset\ty\r")
        try await terminal.wait(for: "got <sea x>")
        try await terminal.wait(for: "got <set y>")
    }

    @Test func `accepts a very long paste`() async throws {
        let terminal = try ProbeTerminal()
        try await terminal.waitForPrompt()
        let long = String(repeating: "0123456789", count: 2_000)
        try terminal.type("\u{1B}[200~\(long)END\u{1B}[201~\r")
        try await terminal.wait(for: "END>")
    }
}
