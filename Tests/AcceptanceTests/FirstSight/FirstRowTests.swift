import AggSource
import AggTesting
import TestSupport
import Testing

extension AcceptanceTests {
    /// The first row of searches that have only one right answer.
    struct FirstRowTests {
        @Test func `sixty searches in all sources find the intended record first`() async throws {
            let agg = try Agg()
            let script = FirstRowSearches.all.map { "search --limit 1 --json \($0.query)\n" }.joined()
            let answers = try await documents(agg, script)
            try #require(answers.count == 60)
            for (search, answer) in zip(FirstRowSearches.all, answers) {
                let first = answer["records"]?.arrayValue?.first?["address"]?.stringValue
                #expect(first == search.address, "search \(search.query)")
            }
        }

        @Test(.enabled(if: RecordedServices.areThere, "the data is not there"))
        func `sixty searches in the recorded data find the intended record first`() async throws {
            let server = try await LoopbackServer.start { RecordedServices.answer($0) }
            let agg = try Agg(configuration: RecordedServices.configuration(server, cities: "enabled: false"))
            let refresh = try await agg.run("refresh")
            try #require(refresh.status == 0, "\(refresh.errors)")
            let script = RecordedSearches.all.map { "search --limit 1 --json \($0.query)\n" }.joined()
            let answers = try await documents(agg, script)
            try #require(answers.count == 60)
            for (search, answer) in zip(RecordedSearches.all, answers) {
                let first = answer["records"]?.arrayValue?.first?["address"]?.stringValue
                #expect(first == search.address, "search \(search.query)")
            }
            await server.stop()
        }

        @Test
        func `finds large cities by English, local, and former names among towns with the same names`()
            async throws
        {
            try await check(generatedList())
        }

        @Test(.enabled(if: RealData.has("cities/cities.json.gz"), "the data is not there"))
        func `finds large cities by name in the whole public list`() async throws {
            try await check(RecordedServices.cities())
        }

        private func check(_ list: String) async throws {
            let agg = try Agg()
            let network = "{connect_timeout: 10s, idle_timeout: 60s, deadline: 120s, max_wait: 1s, max_body: 64MB}"
            try agg.configure(cities: try agg.file("cities.json", list), network: network)
            #expect(try await agg.run("refresh").status == 0)
            let names = FirstRowCities.all.flatMap { city in city.names.map { (city: city, name: $0) } }
            #expect(FirstRowCities.all.count >= 150)
            let script = names.map { "search --limit 1 --json \($0.name)\nnear \($0.name) 1 km --limit 1 --json\n" }
            let answers = try await documents(agg, script.joined())
            try #require(answers.count == 2 * names.count)
            for (index, (city, name)) in names.enumerated() {
                let first = answers[2 * index]["records"]?.arrayValue?.first
                #expect(
                    first?["key"]?.stringValue == city.id,
                    "search \(name): \(first?["title"]?.stringValue ?? "nothing")")
                let note = answers[2 * index + 1]["notes"]?.arrayValue?.first?.stringValue ?? ""
                #expect(note.hasSuffix("(cities:\(city.id))"), "near \(name): \(note)")
            }
        }

        /// The JSON documents that the commands of a script print.
        private func documents(_ agg: Agg, _ script: String) async throws -> [JSONValue] {
            let result = try await agg.run("--offline", "--quiet", input: script)
            #expect(result.status == 0, "\(result.errors)")
            return try result.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
        }

        /// The cities of the table among unknown towns with exactly the same names.
        private func generatedList() -> String {
            var items: [String] = []
            for city in FirstRowCities.all {
                items.append(
                    CityList.city(Int(city.id) ?? 0, city.title, city.country, city.latitude, city.longitude))
                for name in city.names {
                    items.append(CityList.city(900_000_000 + items.count, name, "US", 40, -100))
                }
            }
            return CityList.list(items)
        }
    }
}
