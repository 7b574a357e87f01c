import Glibc
import TestSupport
import Testing

@testable import AggShell

/// Reading keys that a Ctrl-C may have discarded.
@Suite struct TerminalInputTests {
    @Test func `Ctrl-C that discards typed keys leaves no pending read`() async throws {
        let terminal = try ProbeTerminal()
        try await terminal.waitForPrompt()
        for _ in 0..<40 {
            try terminal.type("\u{1B}[200~never ended")
            try terminal.type("\u{3}")
            try await terminal.wait(for: "interrupted")
            try await terminal.waitForPrompt()
            try terminal.type("\u{1B}[201~clear\r")
            try await terminal.wait(for: "got <clear>")
            try await terminal.waitForPrompt()
            try terminal.type("\u{c}")
            try await terminal.wait(for: "an empty screen") { !$0.text.contains("clear") && $0.text.contains("agg>") }
        }
    }

    @Test func `opens the terminal again, and leaves standard input unchanged`() {
        let flags = fcntl(STDIN_FILENO, F_GETFL)
        let input = TerminalInput()
        #expect(fcntl(STDIN_FILENO, F_GETFL) == flags)
        #expect(input.descriptor == STDIN_FILENO || fcntl(input.descriptor, F_GETFL) & O_NONBLOCK != 0)
    }
}
