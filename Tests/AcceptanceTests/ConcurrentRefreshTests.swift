import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// User actions on a source during its background refresh.
    struct ConcurrentRefreshTests {
        private let mayAnswer = Changing(false)
        private let asked = Changing<[LoopbackRequest]>([])

        /// A server whose first response waits for the test.
        private func server() async throws -> LoopbackServer {
            try await LoopbackServer.start { [mayAnswer, asked] request in
                let number = asked.change { requests in
                    requests.append(request)
                    return requests.count
                }
                if number == 1 { mayAnswer.wait { $0 } }
                return .json(CityList.sample, headers: ["ETag": "\"1\""])
            }
        }

        private func untilAsked(_ count: Int) async {
            #expect(await asked.reaches { $0.count >= count })
        }

        @Test func `a forced refresh takes effect during a background refresh`() async throws {
            let server = try await server()
            let agg = try Agg(cities: server.url("/cities.json"))
            let terminal = try agg.session()
            try await terminal.waitForPrompt()
            await untilAsked(1)
            try terminal.type("refresh cities --force\r")
            // The first request is still unanswered.
            try await terminal.wait(for: "cities") { $0.text.contains("updated") }
            try await terminal.waitForPrompt()
            #expect(asked.value.count == 2)
            mayAnswer.value = true
            #expect(try await agg.run("sources", "cities", "--json").source("records") == 12)
            await server.stop()
        }

        @Test func `a refresh that joins a background refresh shows its progress`() async throws {
            let server = try RawLoopbackServer.start { [mayAnswer] _ in
                mayAnswer.value = true
                return [
                    .head(200, "Content-Length: 1000000", "Content-Type: application/json"),
                    .text("[" + String(repeating: " ", count: 400_000)), .pause(.milliseconds(300)),
                    .text(String(repeating: " ", count: 100_000)), .hang,
                ]
            }
            let agg = try Agg(cities: server.url("/cities.json"))
            let terminal = try agg.session()
            try await terminal.waitForPrompt()
            #expect(await mayAnswer.reaches { $0 })
            // The pause within the response, and then some: the next command joins a refresh midway.
            try await Task.sleep(for: .milliseconds(800))
            try terminal.type("refresh cities\r")
            try await terminal.wait(for: "[####")
            try terminal.type("\u{3}")
            try await terminal.wait(for: "agg: interrupted")
            server.stop()
        }

        @Test func `a source removed during its refresh does not come back`() async throws {
            let server = try await server()
            let agg = try Agg()
            try agg.configure(Agg.builtIns.reduce("sources:\n") { $0 + "  - {id: \($1), enabled: false}\n" })
            let folder = agg.folder.path("sources.d")
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try "kind: cities\nurl: \(server.url("/cities.json"))\n".write(
                toFile: folder + "/towns.yml", atomically: true, encoding: .utf8)
            let terminal = try agg.session()
            try await terminal.waitForPrompt()
            await untilAsked(1)
            try terminal.type("source remove towns\r")
            try await terminal.wait(for: "Removed towns")
            mayAnswer.value = true
            try terminal.type("sources\r")
            try await terminal.waitForPrompt()
            try terminal.type("exit\r")
            _ = try await terminal.waitForExit()
            try "kind: cities\nurl: \(server.url("/cities.json"))\n".write(
                toFile: folder + "/towns.yml", atomically: true, encoding: .utf8)
            let again = try await agg.run("--offline", "sources", "towns", "--json")
            #expect(try again.source("records") == 0)
            #expect(try again.source("fetched_at") == .null)
            await server.stop()
        }
    }
}
