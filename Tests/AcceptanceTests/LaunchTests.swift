import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// What a launch finds in the store: fresh rows, stale rows, or none.
    struct LaunchTests {
        /// A home whose cities stay fresh for a while, and a server that counts requests.
        private static func home(freshFor: String) async throws -> (agg: Agg, server: LoopbackServer) {
            let server = try await LoopbackServer.start { _ in .json(CityList.sample) }
            let agg = try Agg()
            try agg.configure(["cities": "url: \"\(server.url("/cities.json"))\", fresh_for: \(freshFor)"])
            return (agg, server)
        }

        @Test(arguments: ["postgresql://127.0.0.1:1/agg", "/dev/null/agg", ""])
        func `what only explains agg needs no store`(store: String) async throws {
            let agg = try Agg(server: store)
            let commands = [
                ["help"], ["help", "search"], ["man"], ["completion", "bash"], ["store", "copy", "--help"], ["exit"],
                ["-c", "help search"],
            ]
            for command in commands {
                let result = try await agg.run(arguments: command, environment: store.isEmpty ? ["HOME": ""] : [:])
                #expect(result.status == 0 && result.errors.isEmpty, "\(command): \(result.errors)")
                #expect(result.output.isEmpty == (command == ["exit"]), "\(command)")
            }
        }

        @Test(arguments: [["help"], ["completion", "zsh"], ["search", "--help"]])
        func `what only explains agg creates no store`(command: [String]) async throws {
            let agg = try Agg()
            let home = agg.folder.path("missing")
            let result = try await agg.run(
                arguments: command, environment: ["HOME": home, "AGG_STORE": "", "XDG_STATE_HOME": ""])
            #expect(result.status == 0 && result.errors.isEmpty && !result.output.isEmpty)
            #expect(!FileManager.default.fileExists(atPath: home))
            #expect(try await agg.run(arguments: command).status == 0)
            #expect(!FileManager.default.fileExists(atPath: agg.folder.path("store")))
        }

        @Test func `answers from fresh rows and fetches nothing`() async throws {
            let (agg, server) = try await Self.home(freshFor: "24h")
            #expect(try await agg.run("refresh").status == 0)
            let search = try await agg.run("search", "london", "--json")
            #expect(try search.source("stale") == false)
            let terminal = try agg.session()
            try await terminal.waitForPrompt()
            try terminal.type("search york\r")
            try await terminal.wait(for: "5128581")
            try await terminal.waitForPrompt()
            try terminal.type("exit\r")
            _ = try await terminal.waitForExit()
            #expect(await server.requests.count == 1)
            await server.stop()
        }

        @Test func `answers a script from stale rows and says so`() async throws {
            let (agg, server) = try await Self.home(freshFor: "1s")
            #expect(try await agg.run("refresh").status == 0)
            try StoreFile("mirror.sqlite", of: agg).age(seconds: 3)
            let search = try await agg.run("search", "london", "--json")
            #expect(try search.titles.count == 3)
            #expect(try search.source("stale") == true)
            #expect(try search.source("reason") == "older than 1 s")
            #expect(await server.requests.count == 1, "a script fetches nothing by itself")
            for command in ["search london", "changes", "news"] {
                #expect(try await agg.run("--strict", "-c", command).status == 6, "\(command)")
            }
            let refused = try await agg.run("-c", "set cache off; changes")
            #expect(refused.status == 1 && !refused.output.contains("first refreshed"), "\(refused)")
            #expect(refused.errors.contains("cities"))
            await server.stop()
        }

        @Test func `shows a session's prompt with stale rows and refreshes in the background`()
            async throws
        {
            let (agg, server) = try await Self.home(freshFor: "1s")
            #expect(try await agg.run("refresh").status == 0)
            try StoreFile("mirror.sqlite", of: agg).age(seconds: 3)
            let terminal = try agg.session()
            try await terminal.wait(for: "fetching")
            try await terminal.waitForPrompt()
            #expect(try await eventually { await server.requests.count == 2 })
            try await terminal.waitForPrompt()
            try terminal.type("exit\r")
            _ = try await terminal.waitForExit()
            await server.stop()
        }

        @Test func `reports an error instead of an empty answer when nothing is stored`() async throws {
            let agg = try Agg()
            try agg.configure(["feed": "enabled: false", "news": "kind: feed, url: \"http://127.0.0.1:9/feed\""])
            let list = try await agg.run("list", "news", "--json")
            #expect(try list.source("state") == "error")
            #expect(try list.source("reason") == "nothing is stored")
            #expect(try await agg.run("refresh", "news").status == 5)
            #expect(try await agg.run("list", "news").output.contains("no rows: offline"))
        }

        @Test func `reports when rows were fetched, refreshes fresh ones too, and keeps favorites`() async throws {
            let (agg, server) = try await Self.home(freshFor: "24h")
            let first = try await agg.run("-c", "refresh; favorite cities:2643743")
            #expect(first.output.contains("updated") && first.output.contains("1 of 100"))
            let fetched = try #require(try await agg.run("sources", "--json").source("fetched_at")?.stringValue)
            #expect(RecordDate(iso8601: fetched)?.isDay == false)
            #expect(try await agg.run("refresh", "--json").outcome("outcome") == "unchanged")
            #expect(await server.requests.count == 2)
            #expect(try await agg.run("favorites", "--json").titles == ["London"])
            await server.stop()
        }
    }
}
