import Foundation
import TestSupport
import Testing

@Suite struct WindowAndJobTests {
    @Test func `measures the window again after a resize`() async throws {
        let terminal = try ProbeTerminal(columns: 40)
        let line = "a line of text that takes two rows of a window"
        try await terminal.waitForPrompt()
        try terminal.type(line)
        try await terminal.wait(for: "line in two rows") { $0.lastLine == "of a window" }
        try terminal.resize(columns: 80)
        try await terminal.wait(for: "agg> " + line)
        try terminal.type("!\r")
        try await terminal.wait(for: "got <\(line)!>")
    }

    @Test func `wraps where the narrower window ends`() async throws {
        let terminal = try ProbeTerminal(columns: 80)
        try await terminal.waitForPrompt()
        try terminal.type("0123456789012345678901234")
        try await terminal.waitAtLine("agg> 0123456789012345678901234")
        try terminal.resize(columns: 20)
        try await terminal.wait(for: "agg> 012345678901234\n5678901234")
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash")))
    func `suspends, and resumes with the prompt and the line`() async throws {
        let folder = try TemporaryFolder()
        let terminal = try ProbeTerminal(
            columns: 200, environment: ["PS1": "shell> "],
            program: ["/bin/bash", "--norc", "--noprofile", "-i"], folder: folder)
        try await terminal.waitAtLine("shell>")
        try terminal.type(ProbeTerminal.probe(in: folder).joined(separator: " ") + "\r")
        try await terminal.waitForPrompt()
        try terminal.type("half")
        try await terminal.waitAtLine("agg> half")
        try terminal.type("\u{1A}")
        try await terminal.wait(for: "Stopped")
        try await terminal.waitAtLine("shell>")
        try terminal.type("echo in the $((1)) shell\r")
        try await terminal.wait(for: "in the 1 shell")
        try terminal.type("fg\r")
        try await terminal.waitAtLine("agg> half")
        try terminal.type("way\r")
        try await terminal.wait(for: "got <halfway>")
        try await terminal.waitForPrompt()
        try terminal.type("\u{4}")
        try await terminal.wait(for: "end of input\nshell>")
    }
}
