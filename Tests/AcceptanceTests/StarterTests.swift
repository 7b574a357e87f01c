import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// A first launch without a network has a labeled sample to search.
    struct StarterTests {
        @Test func `answers from the starter sample and says so`() async throws {
            let agg = try Agg()
            let search = try await agg.run("search", "lon", "--json")
            #expect(search.status == 0)
            #expect(try search.titles.first == "London")
            #expect(try search.source("origin") == "starter")
            #expect(search.errors.contains("starter sample"))
            #expect(search.errors.contains("agg refresh cities"))
        }

        @Test func `says if a file has only the first rows because no limit was given`() async throws {
            let agg = try Agg()
            let file = agg.folder.path("a.csv")
            func errors(_ line: String, _ options: String...) async throws -> String {
                try await agg.run(arguments: options + ["-c", line], input: "").errors
            }
            let note = "a.csv” has only the first 50 rows; to save all of them, add --limit all"
            #expect(try await errors("list cities > '\(file)'").contains(note))
            #expect(try await errors("sql SELECT title FROM cities > \(file)").contains(note))
            for line in ["list cities --limit 20", "list cities --limit all", "search london"] {
                #expect(try await !errors("\(line) > '\(file)'").contains("first"), "\(line)")
            }
            #expect(try await !errors("list cities > '\(file)'", "--quiet").contains("first"))
        }

        @Test func `a first session shows a search before anything is typed`() async throws {
            let terminal = try Agg().session("--offline")
            try await terminal.wait(for: "cities:2643743")
            try await terminal.waitForPrompt()
            try terminal.type("show 1\r")
            try await terminal.wait(for: "United Kingdom")
        }

        @Test func `a session after a failed first refresh says that it tries again`() async throws {
            let agg = try Agg()
            try agg.configure(["cities": "url: \"http://127.0.0.1:9/\"", "github": "endpoint: \"http://127.0.0.1:9/\""])
            #expect(try await agg.run("refresh").status == 5)
            let terminal = try agg.session(columns: 140)
            try await terminal.wait(for: "The last refresh failed, so agg is trying again.")
            try await terminal.waitForPrompt()
        }

        @Test func `labels the sample in the table`() async throws {
            let agg = try Agg()
            #expect(try await agg.run("search", "paris").output.contains("starter sample"))
            #expect(try await agg.run("sources").output.contains("starter"))
        }

        @Test func `does not count as stored rows when the first refresh fails`() async throws {
            let agg = try Agg(cities: try #require(URL(string: "http://127.0.0.1:9/cities.json")))
            let refresh = try await agg.run("refresh", "--json")
            #expect(refresh.status == 5)
            #expect(try refresh.outcome("outcome") == "failed")
        }

        @Test func `is replaced by the first refresh, which adds all rows`() async throws {
            let agg = try Agg()
            #expect(try await agg.run("search", "tokyo", "--json").titles.isEmpty == false)
            try agg.configure(cities: try agg.file("cities.json", CityList.sample))
            let refresh = try await agg.run("refresh", "--json")
            #expect(try refresh.outcome("added") == 12)
            #expect(try refresh.outcome("removed") == 0)
            #expect(try await agg.run("search", "berlin", "--json").titles.isEmpty)
        }

        @Test func `exits with 6 under --strict`() async throws {
            #expect(try await Agg().run("--strict", "search", "lon").status == 6)
            let agg = try Agg()
            for line in ["map london", "chart country"] {
                let result = try await agg.run("--strict", "-c", "\(line) --svg '\(agg.folder.path(line)).svg'")
                #expect(result.status == 6, "\(result.errors)")
            }
        }
    }
}
