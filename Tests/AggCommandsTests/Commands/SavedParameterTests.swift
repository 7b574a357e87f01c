import AggSource
import AggStorage
import Testing

import AggCommands

@Suite struct SavedParameterTests {
    private func bench(_ saved: String) async throws -> Bench {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        _ = try await bench.run("save s \(saved)")
        return bench
    }

    private func query(_ bench: Bench, _ line: String) async throws -> String? {
        (try await bench.run(line).body as? RecordsReport)?.query
    }

    @Test(arguments: [
        ("run s lon country=FR", "lon country:FR"), ("run s lon", "lon country:GB"),
        ("run s what=lon", "lon country:GB"), ("run s lon FR", "lon country:FR"),
        ("run s lon FR more words", "lon country:FR more words"), ("run s country=FR lon", "lon country:FR"),
        ("run s \"east lon\" country=ZA", "\"east lon\" country:ZA"), ("run s lon --limit 5", "lon country:GB"),
        ("run s lon country=\"New Zealand\"", "lon country:\"New Zealand\""),
        ("run s -n 2 lon", "lon country:GB"), ("run s lon 'country=New Zealand'", "lon country:\"New Zealand\""),
    ])
    func `values replace parameters by name or in order`(line: String, query: String) async throws {
        let bench = try await bench("search {what} country:{country=GB}")
        #expect(try await self.query(bench, line) == query)
    }

    @Test func `a missing value is a usage error that names the parameter`() async throws {
        let bench = try await bench("search {what} country:{country=GB}")
        let error = await bench.error(of: "run s country=FR")
        #expect(error?.status == .usage)
        #expect(error?.message == "no value for “what”; usage: run s WHAT [country=GB]")
    }

    @Test func `an unknown parameter is a usage error`() async throws {
        let bench = try await bench("search {what} country:{country=GB}")
        let error = await bench.error(of: "run s lon land=FR")
        #expect(error?.status == .usage)
        #expect(error?.message == "“s” has no parameter “land”; usage: run s WHAT [country=GB]")
        #expect(try await query(bench, "run s lon 'land=FR'") == "lon country:\"land=FR\"")
    }

    @Test func `a parameter may be the value of an option, and may appear twice`() async throws {
        let bench = try await bench("search {what} OR east{what} --limit {n=1}")
        #expect(try await bench.run("run s lon").titles.count == 1)
        #expect(try await bench.run("run s lon n=3").titles.count == 3)
        #expect(await bench.error(of: "run s lon n=x")?.status == .usage)
    }

    @Test func `braces that are not a parameter are literal`() async throws {
        let bench = try await bench("search { lon {} {a b}")
        #expect(try await query(bench, "run s") == "{ lon {} {a b}")
    }

    @Test func `saves a statement as typed, with parameters in its quotes`() async throws {
        var bench = try await bench("sql SELECT a FROM \"a-b\" WHERE zip = '{zip=60614}'")
        bench.context.sql = StubSQL()
        guard let searches = (try await bench.run("saved").body as? SavedSearchesReport)?.searches else { return }
        #expect(searches.first?.line == "sql SELECT a FROM \"a-b\" WHERE zip = '{zip=60614}'")
        let rows = try await bench.run("run s zip=O'Hare").body?.values?.rows
        #expect(rows?.first?.first == "SELECT a FROM \"a-b\" WHERE zip = 'O''Hare'")
    }

    @Test func `saves the last statement without retyping`() async throws {
        var bench = try Bench()
        bench.context.sql = StubSQL()
        _ = try await bench.run("sql SELECT 'a  b'")
        _ = try await bench.run("save s")
        #expect(try await bench.run("run s").body?.values?.rows.first?.first == "SELECT 'a  b'")
    }
}
