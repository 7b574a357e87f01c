import Foundation
import TestSupport
import Testing

@Suite struct RecallTests {
    @Test func `recalls earlier lines, including those of earlier sessions`() async throws {
        let folder = try TemporaryFolder()
        try "first são\nsecond\n".write(toFile: folder.path("history"), atomically: true, encoding: .utf8)
        let terminal = try ProbeTerminal(folder: folder)
        try await terminal.waitForPrompt()
        try terminal.type("third\r")
        try await terminal.wait(for: "got <third>")
        try await terminal.waitForPrompt()
        try terminal.type("\u{1B}[A")
        try await terminal.waitAtLine("agg> third")
        try terminal.type("\u{1B}[A\u{10}")
        try await terminal.waitAtLine("agg> first são")
        try terminal.type("\u{1B}[B!\r")
        try await terminal.wait(for: "got <second!>")
        let kept = try String(contentsOfFile: folder.path("history"), encoding: .utf8)
        #expect(kept == "first são\nsecond\nthird\nsecond!\n")
    }

    @Test func `searches backwards`() async throws {
        let folder = try TemporaryFolder()
        try "search london\nsearch paris\nlist cities\n"
            .write(toFile: folder.path("history"), atomically: true, encoding: .utf8)
        let terminal = try ProbeTerminal(folder: folder)
        try await terminal.waitForPrompt()
        try terminal.type("\u{12}sea")
        try await terminal.wait(for: "agg> search paris\nsearch history: sea")
        try terminal.type("\u{12}")
        try await terminal.wait(for: "agg> search london\nsearch history: sea")
        try terminal.type("\r")
        try await terminal.wait(for: "got <search london>")
    }

    @Test func `reports that nothing was found, and continues the search`() async throws {
        let folder = try TemporaryFolder()
        try "search london\nlist cities\n".write(toFile: folder.path("history"), atomically: true, encoding: .utf8)
        let terminal = try ProbeTerminal(folder: folder)
        try await terminal.waitForPrompt()
        try terminal.type("\u{12}lonx")
        try await terminal.wait(for: "not in history: lonx")
        try terminal.type("\u{7F}")
        try await terminal.wait(for: "agg> search london\nsearch history: lon")
        try terminal.type("\r")
        try await terminal.wait(for: "got <search london>")
    }

    @Test func `reports once that the history cannot be used, and continues`() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("history"), withIntermediateDirectories: true)
        let terminal = try ProbeTerminal(columns: 200, folder: folder)
        try await terminal.waitForPrompt()
        try terminal.type("one\r")
        try await terminal.wait(for: "got <one>")
        try await terminal.wait(for: "Cannot use the history file")
        try terminal.type("\u{1B}[A\u{1}x\r")
        try await terminal.wait(for: "got <xone>")
        #expect(terminal.screen.text.split(separator: "Cannot use the history file").count == 2)
    }
}
