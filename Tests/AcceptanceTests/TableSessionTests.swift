import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// `source add` at the prompt: completion of file names, the question, and the progress.
    struct TableSessionTests {
        private static let trees = "tree_id,species\n1,Red Oak\n2,Sugar Maple\n"

        /// A session in the folder of some files.
        private func session(_ files: [String: String]) async throws -> (agg: Agg, terminal: PseudoTerminal) {
            let agg = try Agg(configuration: "sources: [{id: feed, enabled: false}]")
            for (name, text) in files { _ = try agg.file(name, text) }
            let terminal = try agg.session("--offline", columns: 200)
            try await terminal.waitForPrompt()
            return (agg, terminal)
        }

        @Test(arguments: [
            ("source add", "/tre\t", "/trees.csv"), ("source add table", "/tre\t", "/trees.csv"),
            ("source preview", "/tre\t", "/trees.csv"), ("source add", "/my\t", #"/my\ trees.csv"#),
        ])
        func `Tab completes the name of a file`(command: String, keys: String, name: String) async throws {
            let (agg, terminal) = try await session(["trees.csv": Self.trees, "my trees.csv": Self.trees])
            defer { withExtendedLifetime(agg) {} }
            try terminal.type("\(command) \(agg.folder.path)\(keys)")
            try await terminal.waitAtLine("agg> \(command) \(agg.folder.path)\(name)")
        }

        @Test func `shows the columns, asks, and adds the source only after a yes`() async throws {
            let (agg, terminal) = try await session(["trees.csv": Self.trees])
            defer { withExtendedLifetime(agg) {} }
            try terminal.type("source add \(agg.folder.path)/trees.csv\r")
            try await terminal.wait(for: "Add it as “trees”?")
            let shown = terminal.screen.text
            #expect(shown.contains("trees.csv: CSV, UTF-8, 2 rows, 2 columns") && shown.contains("Red Oak"))
            try await terminal.waitAtLine("[yes/no]")
            try terminal.type("no\r")
            try await terminal.wait(for: "Nothing was added.")
            try await terminal.waitForPrompt()
            try terminal.type("source show trees\r")
            try await terminal.wait(for: "unknown source “trees”")
            try await terminal.waitForPrompt()
            try terminal.type("source add \(agg.folder.path)/trees.csv --title species\r")
            try await terminal.waitAtLine("[yes/no]")
            try terminal.type("y\r")
            try await terminal.wait(for: "with 2 records.")
            try await terminal.waitForPrompt()
            try terminal.type("search maple\r")
            try await terminal.wait(for: "Sugar Maple")
        }

        @Test func `Ctrl-C at the question adds nothing`() async throws {
            let (agg, terminal) = try await session(["trees.csv": Self.trees])
            defer { withExtendedLifetime(agg) {} }
            try terminal.type("source add \(agg.folder.path)/trees.csv\r")
            try await terminal.waitAtLine("[yes/no]")
            try terminal.type("\u{3}")
            try await terminal.waitForPrompt()
            try terminal.type("source show trees\r")
            try await terminal.wait(for: "unknown source “trees”")
        }

        @Test(.timeLimit(.minutes(3)))
        func `shows the rows and bytes of a long table until the question`() async throws {
            // A release build reads 200,000 rows before the progress is due.
            let count = otherBuild == nil ? 200_000 : 2_000_000
            let rows = (1...count).map { "\($0),Red Oak \($0)\n" }.joined()
            let (agg, terminal) = try await session(["trees.csv": "tree_id,species\n" + rows])
            defer { withExtendedLifetime(agg) {} }
            try terminal.type("source add \(agg.folder.path)/trees.csv\r")
            try await terminal.waitAtLine("[yes/no]")
            // A fast program removes the progress before the screen can be looked at.
            let transcript = String(decoding: terminal.transcript, as: UTF8.self)
            #expect(transcript.contains(/trees  [^\n]*\[#[^\n]* of [^\n]* records/))
            #expect(terminal.screen.text.contains("\(count) rows, 2 columns"))
            #expect(!terminal.screen.lines.contains { $0.hasPrefix("trees  ") })
        }
    }
}
