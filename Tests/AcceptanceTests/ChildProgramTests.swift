import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// Pagers and commands that read output and own the terminal while they run.
    struct ChildProgramTests {
        @Test(arguments: [("list cities --limit 40", "pages"), ("edit", "edits")])
        func `notices wait until the pager or the editor exits`(command: String, action: String) async throws {
            let mayAnswer = Changing(false)
            let server = try await LoopbackServer.start { _ in
                mayAnswer.wait { $0 }
                return .json(CityList.sample)
            }
            let agg = try Agg(cities: server.url("/cities.json"))
            let wait = "until test -e $HOME/read; do sleep 0.02; done; echo it ended"
            let editor = try agg.file("editor", "echo it edits; \(wait)\n").path
            let variables = ["PAGER": "cat >/dev/null; echo it pages; \(wait)", "EDITOR": "sh \(editor)"]
            let terminal = try agg.session(rows: 20, environment: variables)
            try await terminal.waitForPrompt()
            try terminal.type("\(command)\r")
            try await terminal.wait(for: "it \(action)")
            mayAnswer.value = true
            #expect(try await eventually { try await agg.run("sources", "cities", "--json").source("records") == 12 })
            try await Task.sleep(for: .milliseconds(200))
            _ = try agg.file("read", "")
            try await terminal.wait(for: "cities: 12 records, 12 added, 0 changed, 0 removed")
            try await terminal.waitForPrompt()
            #expect(terminal.screen.text.contains("it \(action)\nit ended\ncities: 12 records"))
            await server.stop()
        }

        @Test func `Ctrl-C ends a command after a pipe, and the session continues`() async throws {
            let terminal = try Agg().session("--offline")
            try await terminal.waitForPrompt()
            try terminal.type(Self.waiting + "\r")
            try await terminal.wait(for: "search lon | cat")
            try await interruptWaiting(in: terminal)
        }

        @Test func `Ctrl-C also drops the pasted lines after its command`() async throws {
            let terminal = try Agg().session("--offline")
            try await terminal.waitForPrompt()
            try terminal.type("\u{1B}[200~\(Self.waiting)\nset limit 7\nset limit\n\u{1B}[201~")
            try await interruptWaiting(in: terminal)
            #expect(!terminal.screen.text.contains("set limit"))
        }

        /// A command that waits; the program that says so is the one to interrupt, not one that the shell has yet to start.
        private static let waiting = "search lon | cat >/dev/null && exec sh -c 'echo it waits && exec sleep 600'"

        /// Presses Ctrl-C once the command waits, and then runs another one.
        private func interruptWaiting(in terminal: PseudoTerminal) async throws {
            try await terminal.wait(for: "\nit waits\n")
            try terminal.type("\u{3}")
            try await terminal.wait(for: "agg: interrupted")
            try await terminal.waitForPrompt()
            try terminal.type("search tokyo\r")
            try await terminal.wait(for: "1850147")
        }

        @Test(arguments: [SIGTERM, SIGHUP])
        func `a signal that ends the session ends the pager first`(signal: Int32) async throws {
            let agg = try Agg()
            let pager = try agg.file(
                "pager",
                """
                trap 'echo the pager ends; exit' TERM
                cat >/dev/null
                echo it pages
                until test -e "$HOME/never"; do sleep 0.02; done

                """
            ).path
            let terminal = try agg.session("--offline", rows: 20, environment: ["PAGER": "sh \(pager)"])
            try await terminal.waitForPrompt()
            try terminal.type("list cities --limit 40\r")
            try await terminal.wait(for: "it pages")
            kill(terminal.process, signal)
            try await terminal.wait(for: "the pager ends")
            let status = try await terminal.waitForExit()
            #expect(status == (signal == SIGTERM ? 130 << 8 : 0))
        }

        @Test func `Ctrl-C stops long output`() async throws {
            let agg = try Agg()
            // A release build may write 30,000 rows before the key arrives.
            let count = otherBuild == nil ? 30_000 : 200_000
            let list = (1...count).map { number in
                #"{"_id":\#(number),"country":"GB","name":"Place \#(number)","coord":{"lon":1,"lat":1}}"#
            }
            let url = try agg.file("cities.json", "[\(list.joined(separator: ","))]")
            try agg.configure(["cities": "url: \"\(url.absoluteString)\""], network: "{max_body: 40MB}")
            #expect(try await agg.run("refresh", "cities").status == 0)
            let terminal = try agg.session("--offline", environment: ["PAGER": "cat"])
            try await terminal.waitForPrompt()
            try terminal.type("list cities --limit \(count) --format csv\r")
            try await terminal.wait(for: "cities:")
            try terminal.type("\u{3}")
            try await terminal.wait(for: "agg: interrupted")
            try await terminal.waitForPrompt()
        }

        @Test func `a chart and a map are written to files as SVG`() async throws {
            let agg = try Agg()
            let (chart, map) = (agg.folder.path("chart.svg"), agg.folder.path("map.SVG"))
            let script = "chart country --limit 5 > \(chart)\nmap san source:cities > \(map)\n"
            let result = try await agg.run(arguments: ["--offline", "--quiet"], input: script)
            #expect(result.status == 0)
            #expect(result.output.isEmpty && result.errors.isEmpty)
            for (file, holds) in [(chart, "<rect"), (map, "<circle")] {
                let text = try String(contentsOfFile: file, encoding: .utf8)
                #expect(text.hasPrefix("<svg xmlns=") && text.hasSuffix("</svg>\n"))
                #expect(text.contains(holds))
            }
        }
    }
}
