import AggTesting
import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// A session at a real terminal.
    struct SessionTests {
        @Test func `shows the banner, completes, searches, and exits`() async throws {
            let agg = try Agg()
            let terminal = try agg.session("--offline")
            try await terminal.wait(for: "with sample data only")
            try await terminal.waitForPrompt()
            try terminal.type("sea\t")
            try await terminal.waitAtLine("agg> search")
            try terminal.type("são paul\t\r")
            try await terminal.wait(for: "cities:3448439")
            try await terminal.waitForPrompt()
            try terminal.type("list ci\t")
            try await terminal.waitAtLine("agg> list cities")
            try terminal.type("\u{3}")
            try await terminal.waitForPrompt()
            try terminal.type("\u{4}")
            #expect(try await terminal.waitForExit() == 0)
            #expect(terminal.isCooked)
        }

        @Test func `greets in a line, wrapped if necessary, and shows a first search`() async throws {
            for (columns, beginning) in [
                (80, ["agg 0.1.0 · 5 sources (5 with sample data only) · type help"]),
                (40, ["agg 0.1.0", "5 sources (5 with sample data only)", "type help"]),
            ] {
                let terminal = try Agg().session("--offline", columns: columns)
                try await terminal.waitForPrompt()
                let lines = terminal.screen.text.split(separator: "\n")
                #expect(lines.prefix(beginning.count).map(String.init) == beginning)
                #expect(lines[beginning.count].hasPrefix("To fetch the full data, start agg"))
                #expect(lines.contains("agg> search london --limit 3"))
                #expect(lines.allSatisfy { $0.count <= columns })
            }
        }

        @Test func `exits with 130 on SIGTERM`() async throws {
            let terminal = try Agg().session("--offline")
            try await terminal.waitForPrompt()
            kill(terminal.process, SIGTERM)
            #expect(try await terminal.waitForExit() == 130 << 8)
            #expect(terminal.isCooked)
        }

        @Test func `edits by character when no locale is set`() async throws {
            let terminal = try Agg().session("--offline", environment: ["LC_ALL": "", "LANG": ""])
            try await terminal.waitForPrompt()
            try terminal.type("search mün\u{7F}\u{7F}ünchen\r")
            try await terminal.wait(for: "Munich")
            try await terminal.waitForPrompt()
            try terminal.type("exit 3\r")
            #expect(try await terminal.waitForExit() == 3 << 8)
        }

        @Test func `lists completions in ASCII if the locale is not UTF-8`() async throws {
            let terminal = try Agg().session("--offline", environment: ["LC_ALL": "C"])
            try await terminal.waitForPrompt()
            try terminal.type("search country:\t\t")
            try await terminal.wait(for: "~ and more")
            #expect(!String(decoding: terminal.transcript, as: UTF8.self).contains("…"))
        }

        @Test func `previews and asks in ASCII if the locale is not UTF-8`() async throws {
            let agg = try Agg(configuration: "sources: [{id: feed, enabled: false}]")
            let file = try agg.file("trees.csv", "tree_id,species\n1,Açaí\n2,Kōwhai\n")
            let terminal = try agg.session("--offline", environment: ["LC_ALL": "C"])
            try await terminal.waitForPrompt()
            try terminal.type("source add \(file.path)\r")
            try await terminal.wait(for: "Add it as \"trees\"?")
            try await terminal.waitAtLine("[yes/no]")
            #expect(terminal.screen.text.contains("Acai"))
            #expect(terminal.transcript.allSatisfy { $0 < 0x80 })
        }

        @Test func `keeps its history for the next session, readable only by its owner`() async throws {
            let agg = try Agg()
            let first = try agg.session("--offline")
            try await first.waitForPrompt()
            try first.type("search tokyo\r")
            try await first.wait(for: "1850147")
            try await first.waitForPrompt()
            try first.type("quit\r")
            _ = try await first.waitForExit()
            let second = try agg.session("--offline")
            try await second.waitForPrompt()
            try second.type("\u{1B}[A\u{1B}[A")
            try await second.waitAtLine("agg> search tokyo")
            let attributes = try FileManager.default.attributesOfItem(atPath: agg.folder.path("state/agg/history"))
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }

        @Test func `refreshes in the background and reports the result`() async throws {
            let mayAnswer = Changing(false)
            let server = try await LoopbackServer.start { _ in
                mayAnswer.wait { $0 }
                return .json(CityList.sample)
            }
            let agg = try Agg(cities: server.url("/cities.json"))
            let terminal = try agg.session()
            try await terminal.wait(for: "fetching")
            try await terminal.waitForPrompt()
            try terminal.type("search lond")
            try await terminal.waitAtLine("agg> search lond")
            mayAnswer.value = true
            try await terminal.wait(for: "12 records, 12 added")
            try await terminal.waitAtLine("agg> search lond")
            try terminal.type("on\r")
            try await terminal.wait(for: "3 records")
            await server.stop()
        }

        @Test func `Ctrl-C cancels a running refresh but not the session`() async throws {
            let mayAnswer = Changing(false)
            let server = try await LoopbackServer.start { _ in
                mayAnswer.wait { $0 }
                return .json(CityList.sample)
            }
            let agg = try Agg(cities: server.url("/cities.json"))
            let terminal = try agg.session("--offline")
            try await terminal.waitForPrompt()
            try terminal.type("exit\r")
            _ = try await terminal.waitForExit()
            let online = try agg.session()
            try await online.waitForPrompt()
            try online.type("refresh cities\r")
            try await online.wait(for: "0 records")
            try online.type("\u{3}")
            try await online.wait(for: "interrupted")
            try await online.waitForPrompt()
            try online.type("search tokyo\r")
            try await online.wait(for: "1850147")
            mayAnswer.value = true
            await server.stop()
        }

        @Test func `offers to retry a failed refresh if no data has been stored yet`() async throws {
            let server = try await LoopbackServer.start(answers: [
                "/cities.json": [LoopbackResponse(status: 404), LoopbackResponse(status: 404), .json(CityList.sample)]
            ])
            let agg = try Agg(cities: server.url("/cities.json"))
            let terminal = try agg.session()
            try await terminal.wait(for: "cannot refresh cities: HTTP 404")
            try await terminal.waitForPrompt()
            try terminal.type("refresh\r")
            try await terminal.wait(for: "Retry or cancel?")
            try terminal.type("retry\r")
            try await terminal.wait(for: "updated")
            await server.stop()
        }
    }
}
