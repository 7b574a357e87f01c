import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// What refreshes change, and how it is reported.
    struct ChangesTests {
        @Test func `reports what a refresh added, changed, and removed, favorites first`() async throws {
            let agg = try Agg()
            let file = try agg.file("cities.json", CityList.sample)
            try agg.configure(cities: file)
            #expect(try await agg.run("refresh").errors.contains("★") == false)
            #expect(try await agg.run("changes").output.contains("first refreshed"))
            for key in [2_643_743, 2_988_507] { _ = try await agg.run("favorite", "cities:\(key)") }

            let next = CityList.list([
                CityList.city(2_643_743, "London", "UK", 51.50853, -0.12574),
                CityList.city(1, "Atlantis", "GR", 36, 25),
            ])
            try Data(next.utf8).write(to: file)
            let refresh = try await agg.run("refresh", "--force")
            #expect(refresh.errors.contains("★ London (cities:2643743) changed"))
            #expect(refresh.errors.contains("★ Paris (cities:2988507) is no longer in its source"))

            let changes = try await agg.run("changes", "cities", "since", "1d", "--json")
            let items = try #require(try changes.json["changes"]?.arrayValue)
            #expect(items.first?["kind"] == "changed" && items.last?["kind"] == "added")
            #expect(items.count == 13)
            #expect(try changes.json["sources"]?.arrayValue?.first?["favorites"] == 2)
            #expect(try await agg.run("map", "--json").json["sources"]?.arrayValue?.first?["favorites"] == 2)
            #expect(try await agg.run("changes", "since", "soon").status == 2)
        }

        @Test func `offers once to move a favorite whose key changed`() async throws {
            let agg = try Agg()
            let file = try agg.file("cities.json", CityList.sample)
            try agg.configure(cities: file)
            #expect(try await agg.run("refresh").status == 0)
            #expect(try await agg.run("favorite", "cities:3621849", "--tag", "home").status == 0)
            try Data(CityList.sample.replacingOccurrences(of: "3621849", with: "77").utf8).write(to: file)
            let terminal = try agg.session("--no-init")
            try await terminal.waitForPrompt()
            try terminal.type("refresh --force\r")
            try await terminal.wait(for: "is probably now cities:77 (same title and place). Move the favorite?")
            try terminal.type("y\r")
            try await terminal.wait(for: "Moved San José from cities:3621849 to cities:77.")
            try await terminal.waitForPrompt()
            #expect(
                try await agg.run("favorites", "--format", "csv", "--columns", "address,tags").output.contains(
                    "cities:77,home"))
            #expect(try await agg.run("refresh", "--force").errors.contains("probably") == false)

            try Data(CityList.sample.replacingOccurrences(of: "3621849", with: "78").utf8).write(to: file)
            let hint = try await agg.run("refresh", "--force")
            #expect(hint.errors.contains("to move the favorite: relink cities:77 cities:78"))
            #expect(try await agg.run("relink").output == "Moved San José from cities:77 to cities:78.\n")
        }

        @Test(arguments: ["n", "\u{3}"])
        func `a favorite stays where it is if the answer is not yes`(answer: String) async throws {
            let agg = try Agg()
            let file = try agg.file("cities.json", CityList.sample)
            try agg.configure(cities: file)
            #expect(try await agg.run("-c", "refresh; favorite cities:3621849").status == 0)
            try Data(CityList.sample.replacingOccurrences(of: "3621849", with: "77").utf8).write(to: file)
            let terminal = try agg.session("--no-init")
            try await terminal.waitForPrompt()
            try terminal.type("refresh --force\r")
            try await terminal.wait(for: "Move the favorite?")
            try terminal.type(answer == "n" ? "n\r" : answer)
            try await terminal.waitForPrompt()
            #expect(try await agg.run("favorites", "--format", "csv").output.contains("cities:3621849"))
            // It is offered once.
            try await terminal.submit("refresh --force")
            #expect(terminal.screen.text.ranges(of: "Move the favorite?").count == 1)
        }

        @Test func `favorites that changed or vanished are reported above the prompt after a background refresh`()
            async throws
        {
            let answer = Changing(CityList.sample)
            let mayAnswer = Changing(true)
            let server = try await LoopbackServer.start { _ in
                mayAnswer.wait { $0 }
                return .json(answer.value)
            }
            let agg = try Agg()
            try agg.configure(["cities": "url: \"\(server.url("/cities.json"))\", fresh_for: 1s"])
            #expect(try await agg.run("refresh").status == 0)
            for key in [2_643_743, 2_988_507] { _ = try await agg.run("favorite", "cities:\(key)") }
            let cities = CityList.sample.dropFirst().dropLast().components(separatedBy: ",\n")
            answer.value = CityList.list(
                cities.filter { !$0.contains("2988507") }.map { $0.replacingOccurrences(of: "GB", with: "UK") })
            try StoreFile("mirror.sqlite", of: agg).age(seconds: 3)

            mayAnswer.value = false
            let terminal = try agg.session()
            try await terminal.wait(for: "fetching")
            try await terminal.waitForPrompt()
            try terminal.type("search lond")
            try await terminal.waitAtLine("agg> search lond")
            mayAnswer.value = true
            try await terminal.wait(for: "★ London (cities:2643743) changed")
            try await terminal.wait(for: "★ Paris (cities:2988507) is no longer in its source")
            // The line that was being typed is still there, and goes on.
            try await terminal.waitAtLine("agg> search lond")
            try terminal.type("on\r")
            try await terminal.wait(for: "3 records")
            try await terminal.waitForPrompt()
            try terminal.type("changes\r")
            try await terminal.wait(for: "Paris")
            try terminal.type("exit\r")
            #expect(try await terminal.waitForExit() == 0)
            await server.stop()
        }
    }
}
