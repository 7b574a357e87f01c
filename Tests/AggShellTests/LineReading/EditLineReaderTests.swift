import Foundation
import Glibc
import TestSupport
import Testing

/// The line editor as users see it: a program on a pseudo-terminal, keys in, a screen out.
@Suite struct EditLineReaderTests {
    @Test(arguments: [
        [:], ["LC_ALL": ""], ["LC_ALL": "C"], ["LANG": "POSIX"], ["LANG": "xx_XX.ISO-8859-1"], ["LANG": "C.UTF-8"],
    ])
    func `edits by character whatever the locale`(environment: [String: String]) async throws {
        let terminal = try ProbeTerminal(environment: environment)
        try await terminal.waitForPrompt()
        try terminal.type("são 東京é")
        try await terminal.waitAtLine("agg> são 東京é")
        try terminal.type("\u{7F}\u{7F}!\r")
        try await terminal.wait(for: "got <são 東!>")
    }

    @Test(arguments: [
        ("one two\u{1B}bX\r", "one Xtwo"),
        ("one two\u{1B}b\u{1B}bX\u{1B}fY\r", "XoneY two"),
        ("one two\u{1B}[1;5DX\r", "one Xtwo"),
        ("one two\u{1}\u{1B}[1;5CX\r", "oneX two"),
        ("one two\u{1}\u{1B}d\r", " two"),
        ("one two\u{17}\r", "one "),
        ("one two\u{1B}[Hx\u{1B}[Fy\r", "xone twoy"),
        ("one two\u{1B}[1~x\u{1B}[4~y\r", "xone twoy"),
        ("abc\u{1B}[D\u{1B}[D\u{1B}[3~\r", "ac"),
        ("abc\u{1}\u{4}\r", "bc"),
        ("abc def\u{1B}b\u{15}\r", "def"),
        ("abc def\u{1B}b\u{B}\r", "abc "),
        ("âéíb\u{2}\u{7F}\r", "âéb"),
    ])
    func `edits with the emacs keys`(keys: String, line: String) async throws {
        let terminal = try ProbeTerminal()
        try await terminal.waitForPrompt()
        try terminal.type(keys)
        try await terminal.wait(for: "got <\(line)>")
    }

    @Test func `an interrupt cancels the line and keeps reading`() async throws {
        let terminal = try ProbeTerminal()
        try await terminal.waitForPrompt()
        try terminal.type("half a line\u{1B}b")
        try await terminal.waitAtLine("agg> half a line")
        try terminal.type("\u{3}")
        try await terminal.wait(for: "agg> half a line^C\ninterrupted\nagg>")
        try terminal.type("next\r")
        try await terminal.wait(for: "got <next>")
    }

    @Test func `passes an interrupt to the running command`() async throws {
        let terminal = try ProbeTerminal()
        try await terminal.waitForPrompt()
        try terminal.type("work\r")
        try await terminal.wait(for: "working")
        try terminal.type("\u{3}")
        try await terminal.wait(for: "cancelled")
        try terminal.type("next\r")
        try await terminal.wait(for: "got <next>")
    }

    @Test func `an end-of-file key ends input only on an empty line`() async throws {
        let terminal = try ProbeTerminal()
        try await terminal.waitForPrompt()
        try terminal.type("a\u{4}b\r")
        try await terminal.wait(for: "got <ab>")
        try await terminal.waitForPrompt()
        try terminal.type("\u{4}")
        try await terminal.wait(for: "end of input")
        #expect(try await terminal.waitForExit() == 0)
    }

    @Test func `restores the terminal at the end`() async throws {
        let terminal = try ProbeTerminal()
        try await terminal.waitForPrompt()
        try await terminal.wait(for: "marks for pastes") { $0.marksPastes }
        #expect(!terminal.isCooked)
        try terminal.type("quit\r")
        #expect(try await terminal.waitForExit() == 0)
        #expect(terminal.isCooked)
        #expect(!terminal.screen.marksPastes)
    }

    @Test func `exits cleanly and restores the terminal on SIGTERM`() async throws {
        let terminal = try ProbeTerminal()
        try await terminal.waitForPrompt()
        try terminal.type("half")
        try await terminal.waitAtLine("agg> half")
        kill(terminal.process, SIGTERM)
        try await terminal.wait(for: "agg> half\nend terminate")
        #expect(try await terminal.waitForExit() == 0)
        #expect(terminal.isCooked)
    }

    @Test func `exits cleanly if the terminal goes away`() async throws {
        let terminal = try ProbeTerminal()
        try await terminal.waitForPrompt()
        terminal.hangUp()
        #expect(try await terminal.waitForExit() == 0)
    }

    @Test func `survives a quit key`() async throws {
        let terminal = try ProbeTerminal()
        try await terminal.waitForPrompt()
        try terminal.type("a\u{1C}b\r")
        try await terminal.wait(for: "b>")
    }

    @Test func `honors the user's own keys`() async throws {
        let folder = try TemporaryFolder()
        try "bind ^G ed-move-to-beg\n".write(toFile: folder.path(".editrc"), atomically: true, encoding: .utf8)
        let terminal = try ProbeTerminal(folder: folder)
        try await terminal.waitForPrompt()
        try terminal.type("bc\u{7}a\r")
        try await terminal.wait(for: "got <abc>")
    }

    @Test func `completes and pastes with the vi keys too`() async throws {
        let folder = try TemporaryFolder()
        try "bind -v\n".write(toFile: folder.path(".editrc"), atomically: true, encoding: .utf8)
        let terminal = try ProbeTerminal(folder: folder)
        try await terminal.waitForPrompt()
        try terminal.type("sou\t")
        try await terminal.waitAtLine("agg> sources")
        try terminal.type("\u{1B}[200~x\u{1B}[201~\r")
        try await terminal.wait(for: "got <sources x>")
    }
}
