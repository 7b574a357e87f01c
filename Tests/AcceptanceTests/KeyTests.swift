import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// Keys that send escape sequences, and vi keys, in a session.
    struct KeyTests {
        private static let found = #"search são\ tomé --limit 1"#

        private func session(_ settings: String = "") async throws -> (agg: Agg, terminal: PseudoTerminal) {
            let agg = try Agg()
            try agg.configure([:])
            try settings.write(toFile: agg.folder.path(".editrc"), atomically: true, encoding: .utf8)
            let terminal = try agg.session("--offline", columns: 100)
            try await terminal.waitForPrompt()
            for line in [Self.found, "sources"] { try await terminal.submit(line) }
            return (agg, terminal)
        }

        @Test(arguments: ["", "bind -v\n"])
        func `an arrow accepts the line that a history search found, and Enter runs it as shown`(
            settings: String
        ) async throws {
            let (agg, terminal) = try await session(settings)
            try terminal.type("\u{12}")
            try await terminal.wait(for: "search history:")
            try terminal.type("tom")
            try await terminal.wait(for: "agg> \(Self.found)\nsearch history: tom")
            try terminal.type("\u{1B}[C")
            try await terminal.waitAtLine("agg> " + Self.found)
            try terminal.type("\u{1B}[F0")
            try await terminal.waitAtLine("agg> \(Self.found)0")
            try terminal.type("\r")
            try await terminal.waitForPrompt()
            try terminal.type("exit\r")
            #expect(try await terminal.waitForExit() == 0)
            let history = try String(contentsOfFile: agg.folder.path("state/agg/history"), encoding: .utf8)
            // The history file doubles each backslash.
            #expect(history.replacingOccurrences(of: #"\\"#, with: #"\"#).contains("\n\(Self.found)0\nexit\n"))
        }

        @Test(arguments: ["", "bind -v\n"])
        func `unbound keys leave nothing on the line`(settings: String) async throws {
            let (agg, terminal) = try await session(settings)
            try terminal.type("hist\u{1B}[5~\u{1B}[6~\u{1B}[2~\u{1B}[15~\u{1B}[1;2A\u{1B}OP")
            try await terminal.waitAtLine("agg> hist")
            try terminal.type("ory\r")
            try await terminal.wait(for: "agg> history\n")
            withExtendedLifetime(agg) {}
        }

        @Test func `Ctrl-L clears the screen with vi keys too`() async throws {
            let (agg, terminal) = try await session("bind -v\n")
            try terminal.type("sea\u{C}")
            try await terminal.wait(for: "an empty screen") { $0.text.hasPrefix("agg> sea") }
            withExtendedLifetime(agg) {}
        }
    }
}
