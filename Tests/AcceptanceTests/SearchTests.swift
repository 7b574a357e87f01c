import AggCore
import TestSupport
import Testing

extension AcceptanceTests {
    /// What people type and what they find.
    struct SearchTests {
        @Test(arguments: [
            ("lon", "London"), ("münchen", "München"), ("munchen", "München"), ("muenchen", "München"),
            ("sao paulo", "São Paulo"), ("st. louis", "Saint Louis"), ("st louis", "Saint Louis"),
            ("o'fallon", "O’Fallon"), ("ofallon", "O’Fallon"), ("san jo", "San José"), ("york", "New York"),
            ("paris france", "Paris"), ("london uk", "London"), ("京", "東京"),
        ])
        func `finds a place by what a person types`(query: String, title: String) async throws {
            let agg = try Agg()
            try agg.configure(cities: try agg.file("cities.json", CityList.sample))
            _ = try await agg.run("refresh")
            let words = query.split(separator: " ").map(String.init)
            #expect(try await agg.run(arguments: ["search", "--json"] + words).titles.first == title)
        }

        @Test(arguments: [
            "\"", "AND", "NOT x", "NEAR(", "*", "title:x", "-", "a OR", "(", "^a", "{a b}", "\\", "%_", "'",
        ])
        func `takes any text for a query`(query: String) async throws {
            let agg = try Agg()
            try agg.configure(cities: try agg.file("cities.json", CityList.sample))
            _ = try await agg.run("refresh")
            let search = try await agg.run("search", "--json", "--", query)
            #expect(search.status == 0, "\(search.errors)")
        }

        @Test func `narrows by source, favorites and limit`() async throws {
            let agg = try Agg()
            try agg.configure(cities: try agg.file("cities.json", CityList.sample))
            let script = """
                refresh
                favorite cities:6058560
                search london --favorites --json
                search london --limit 1 --json
                search source:cities paris --json
                """
            let lines = try await agg.run(input: script).output.split(separator: "\n").map(String.init)
            let documents = try lines.filter { $0.hasPrefix("{") }.map {
                try Agg.Result(status: 0, output: $0, errors: "").json
            }
            #expect(documents.count == 3)
            #expect(documents[0]["records"]?.arrayValue?.first?["key"] == "6058560")
            #expect(documents[1]["count"] == 1)
            #expect(documents[1]["truncated"] == true)
            #expect(documents[2]["count"] == 2)
        }

        @Test func `answers a blank query with the favorites`() async throws {
            let agg = try Agg()
            let script = "favorite cities:2643743\nsearch --json\n"
            let result = try await agg.run(input: script)
            #expect(result.status == 0)
            #expect(result.output.contains("\"count\":1"))
        }

        @Test func `tells places of one name apart by their coordinates`() async throws {
            let agg = try Agg()
            try agg.configure(cities: try agg.file("cities.json", CityList.sample))
            _ = try await agg.run("refresh")
            let table = try await agg.run("search", "london").output
            #expect(table.contains("51.50853") && table.contains("42.98339") && table.contains("35.32897"))
        }
    }
}
