import AggSource
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
        func `finds a place however its name is typed`(query: String, title: String) async throws {
            let agg = try Agg()
            try agg.configure(cities: try agg.file("cities.json", CityList.sample))
            _ = try await agg.run("refresh")
            let words = query.split(separator: " ").map(String.init)
            #expect(try await agg.run(arguments: ["search", "--json"] + words).titles.first == title)
        }

        @Test(arguments: [
            "\"", "AND", "NOT x", "NEAR(", "*", "title:x", "-", "a OR", "(", "^a", "{a b}", "\\", "%_", "'",
        ])
        func `accepts any text as a query`(query: String) async throws {
            let agg = try Agg()
            try agg.configure(cities: try agg.file("cities.json", CityList.sample))
            _ = try await agg.run("refresh")
            let search = try await agg.run("search", "--json", "--", query)
            #expect(search.status == 0, "\(search.errors)")
        }

        @Test func `filters by source and favorites, and limits the results`() async throws {
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

        @Test func `ranks names before countries`() async throws {
            let agg = try Agg()
            let cities = [
                CityList.city(1, "Lyon", "FR", 45.7, 4.8), CityList.city(2, "Frances", "PH", 14.9, 120.7),
                CityList.city(3, "La France", "US", 34.6, -82.7), CityList.city(4, "France", "ZA", -29.6, 30.3),
            ]
            try agg.configure(cities: try agg.file("cities.json", CityList.list(cities)))
            _ = try await agg.run("refresh")
            let search = try await agg.run("search", "france", "--json")
            #expect(try search.titles == ["France", "Frances", "La France", "Lyon"])
            let matches = try search.json["records"]?.arrayValue?.compactMap { $0["match"]?.stringValue }
            #expect(matches == ["exact", "title-prefix", "title-words", "subtitle"])
        }

        @Test func `shows a row of the answer by its number`() async throws {
            let agg = try Agg()
            try agg.configure(cities: try agg.file("cities.json", CityList.sample))
            let expanded = try await agg.run("-c", "refresh --json; search london --json; show 2").output
            let last = expanded.split(separator: "\n").dropFirst(2)
            #expect(last.contains { $0.contains("London") } && last.contains { $0.contains("country") })
            #expect(try await agg.run("-c", "search london; show 4").status == 1)
        }

        @Test func `shows the favorites for a blank query`() async throws {
            let agg = try Agg()
            let script = "favorite cities:2643743\nsearch --json\n"
            let result = try await agg.run(input: script)
            #expect(result.status == 0)
            #expect(result.output.contains("\"count\":1"))
        }

        @Test func `distinguishes places with the same name by their coordinates`() async throws {
            let agg = try Agg()
            try agg.configure(cities: try agg.file("cities.json", CityList.sample))
            _ = try await agg.run("refresh")
            let table = try await agg.run("search", "london").output
            #expect(table.contains("51.50853") && table.contains("42.98339") && table.contains("35.32897"))
        }
    }
}
