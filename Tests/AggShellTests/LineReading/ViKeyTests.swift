import Foundation
import TestSupport
import Testing

/// The keys of vi, and the keys that work in any mode.
@Suite struct ViKeyTests {
    private func terminal(_ settings: String = "") async throws -> ProbeTerminal {
        let folder = try TemporaryFolder()
        try ("bind -v\n" + settings).write(toFile: folder.path(".editrc"), atomically: true, encoding: .utf8)
        try "search são tomé\nlist cities\nsources\n"
            .write(toFile: folder.path("history"), atomically: true, encoding: .utf8)
        let terminal = try ProbeTerminal(folder: folder)
        try await terminal.waitForPrompt()
        return terminal
    }

    @Test(arguments: [
        ("ab cd\u{1B}[HX", "Xab cd"), ("  cd\u{1B}[1~X", "X  cd"), ("ab\u{1B}[H\u{1B}[FX", "abX"), ("\u{1B}OFX", "X"),
        ("abc\u{1B}[D\u{1B}[D\u{1B}[3~X", "aXc"), ("abc\u{1B}[3~X", "abcX"),
        ("ab\u{1B}[D\u{1B}[D\u{1B}[C\u{1B}[CX", "abX"),
        ("ab cd ef\u{1B}[1;5D\u{1B}[1;5DX\u{1B}[1;5CY", "ab XcdY ef"), ("ab cd\u{1B}[H\u{1B}[3;5~X", "X cd"),
        ("\u{1B}[AX", "sourcesX"), ("\u{1B}[A\u{1B}[AX\u{1B}[BY", "sourcesY"), ("ab\u{8}\u{7F}X", "X"),
    ])
    func `common keys work in insert mode and stay in it`(keys: String, line: String) async throws {
        let terminal = try await terminal()
        try terminal.type(keys)
        try await terminal.waitAtLine("agg> " + line)
    }

    @Test(arguments: [
        ("abcd\u{1B}hx", "abd"), ("abcd\u{1B}\u{1B}hx", "abd"), ("abcd\u{1B}[Dx\u{1B}xx", "abc"),
        ("abc\u{1B}0iX", "Xabc"),
        ("abcd\u{1B}\u{1B}[D\u{1B}[Dx\u{1B}[Cx", "ac"), ("abcd\u{1B}\u{1B}[Hx\u{1B}[Fx\u{1B}[H\u{1B}[3~", "c"),
        ("ab cd\u{1B}\u{1B}[1;5Dx", "ab d"), ("\u{1B}\u{1B}[FiX", "X"), ("abcd\u{1B}d\u{1B}[DiX", "abXd"),
        ("abcd\u{1B}2\u{1B}[Dx", "acd"), ("abcd\u{1B}0f\u{1B}[Ax", "bcd"), ("ab\u{1B}k", "sources"),
        ("\u{1B}kk", "list cities"),
        ("ab cd\u{1B}0cwX\u{1B}x", "cd"), ("a\u{16}\u{1B}b", "a^[b"), ("ab\u{1B}\u{1B}[6~\u{1B}[15~x", "a"),
    ])
    func `command mode works as usual`(keys: String, line: String) async throws {
        let terminal = try await terminal()
        try terminal.type(keys)
        try await terminal.wait(for: "line \(line)") {
            $0.lines[$0.row].trimmingCharacters(in: .whitespaces).hasSuffix(line)
        }
    }

    @Test func `Escape does not wait for a longer key sequence that the user has bound`() async throws {
        let terminal = try await terminal("bind \"\\e[5~\" ed-prev-history\nbind -a \"\\e[5~\" ed-prev-history\n")
        try terminal.type("list\u{1B}")
        try await terminal.wait(for: "the command mode") { $0.column == 8 }
        try terminal.type("\u{1B}hx")
        try await terminal.waitAtLine("agg> lit")
        try terminal.type("\u{1B}[5~")
        try await terminal.waitAtLine("agg> sources")
    }

    @Test func `a slash searches, and an arrow ends the search`() async throws {
        let terminal = try await terminal()
        try terminal.type("\u{1B}/s\rn")
        try await terminal.waitAtLine("agg> list cities")
        try terminal.type("/tom\u{1B}[5~\u{1B}[Cx")
        try await terminal.waitAtLine("agg> sarch são tomé")
    }

    @Test func `a paste goes into the prompt below the line`() async throws {
        let terminal = try await terminal()
        try terminal.type("\u{1B}/\u{1B}[200~são\u{1B}[201~")
        try await terminal.waitAtLine("/são")
        try terminal.type("\r")
        try await terminal.waitAtLine("agg> search são tomé")
        try terminal.type(":\u{1B}[A\u{1B}[1;\u{1B}[200~bind ^G vi-zero\u{1B}[201~")
        try await terminal.waitAtLine(": bind ^G vi-zero")
    }

    @Test func `Escape accepts the line of a search and enters command mode at once`() async throws {
        let first = try await terminal()
        try first.type("\u{12}tom\u{1B}")
        try await first.waitAtLine("agg> search são tomé")
        try first.type("0x")
        try await first.waitAtLine("agg> earch são tomé")
        let second = try await terminal()
        try second.type("\u{12}lis\u{1B}0x")
        try await second.waitAtLine("agg> ist cities")
    }

    @Test(arguments: ["", "ab\u{1B}"])
    func `Ctrl-R searches backwards, in both modes`(before: String) async throws {
        let terminal = try await terminal()
        try terminal.type(before + "\u{12}tomx\u{7F}")
        try await terminal.wait(for: "agg> search são tomé\nsearch history: tom")
        try terminal.type("\r")
        try await terminal.wait(for: "got <search são tomé>")
    }

    @Test(arguments: ["", "\u{1B}"])
    func `Ctrl-L clears the screen, in both modes`(before: String) async throws {
        let terminal = try await terminal()
        try terminal.type("one\r")
        try await terminal.wait(for: "got <one>")
        try await terminal.waitForPrompt()
        try terminal.type("two" + before)
        try await terminal.waitAtLine("agg> two")
        try terminal.type("\u{C}")
        try await terminal.wait(for: "an empty screen") { $0.lines[0] == "agg> two" && !$0.text.contains("got") }
    }

    @Test func `the user's own keys take precedence`() async throws {
        let terminal = try await terminal("bind ^R ed-move-to-beg\nbind \"\\e[H\" ed-prev-char\n")
        try terminal.type("abc\u{12}X")
        try await terminal.waitAtLine("agg> Xabc")
        try terminal.type("\u{1B}[HY")
        try await terminal.waitAtLine("agg> YXabc")
    }

    @Test func `bind -e restores the emacs keys`() async throws {
        let terminal = try await terminal("bind -e\n")
        try terminal.type("ab cd\u{1B}bX\u{12}tom\r")
        try await terminal.wait(for: "got <search são tomé>")
    }
}
