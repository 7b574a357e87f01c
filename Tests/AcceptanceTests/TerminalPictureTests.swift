import AggSearch
import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// `Docs/terminal.svg` shows a real session, recorded on a pseudo-terminal with the real list of cities.
    ///
    /// A new session must show the same text, except for times and ports; if it does not, `AGG_UPDATE_GOLDEN=1` redraws the
    /// picture.
    struct TerminalPictureTests {
        private static let list = "cities/cities.json.gz"
        private static let picture = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Docs/terminal.svg")

        @Test(.enabled(if: RealData.has(list)))
        func `the picture in the documentation matches a session`() async throws {
            let svg = TerminalPicture(screen: try await session()).svg(
                title: "A session of agg: a search, a favorite, a refresh that fails, a stale answer, a map")
            let committed = try String(contentsOf: Self.picture, encoding: .utf8)
            let (shown, drawn) = (Self.texts(svg), Self.texts(committed))
            if shown != drawn, ProcessInfo.processInfo.environment["AGG_UPDATE_GOLDEN"] == "1" {
                return try svg.write(to: Self.picture, atomically: true, encoding: .utf8)
            }
            #expect(shown == drawn, "AGG_UPDATE_GOLDEN=1 redraws Docs/terminal.svg")
        }

        private func session() async throws -> TerminalScreen {
            let list = try RealData.bytes(Self.list)
            let server = try await LoopbackServer.start { _ in
                LoopbackResponse(headers: ["Content-Encoding": "gzip"], body: list)
            }
            let agg = try Agg()
            try agg.configure(
                cities: server.url("/cities.json"),
                network: "{connect_timeout: 10s, idle_timeout: 60s, deadline: 120s, max_wait: 1s, max_body: 64MB}")
            #expect(try await agg.run("refresh", "cities").status == 0)
            await server.stop()
            let terminal = try agg.session(
                "--quiet", columns: 100, rows: 60, environment: ["TERM": "xterm-256color", "PAGER": "cat"])
            try await terminal.waitForPrompt()
            let commands = [
                ("search san jo --limit 3", " records"), ("favorite 1", "1 of 100 favorites"),
                ("refresh cities", "using the stored rows"), ("search munich", "stale, "),
                ("map", "of them labeled"),
            ]
            for (command, answer) in commands {
                try terminal.type(command + "\r")
                try await terminal.wait(for: answer)
                try await terminal.waitForPrompt()
            }
            return terminal.screen
        }

        /// The texts of a picture without what differs between runs: times, ports, and how much of a reason fits next to a
        /// time.
        private static func texts(_ svg: String) -> [String] {
            svg.split(separator: "\n").filter { $0.hasPrefix("<text") }.map { line in
                let text = String(line.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" })
                return text.replacing(#/[0-9.]+ (ms|s|min)\b/#, with: "…").replacing(#/:[0-9]{4,5}/#, with: ":…")
                    .replacing(#/cannot connect to [0-9.]*…/#, with: "…").replacing(#/ +/#, with: " ")
            }
        }
    }
}
