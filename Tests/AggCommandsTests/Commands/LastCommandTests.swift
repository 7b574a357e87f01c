import AggSource
import AggTesting
import Testing

import AggCommands

@Suite struct LastCommandTests {
    private func bench() async throws -> Bench {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        return bench
    }

    @Test func `shows the last results again in another format, with their command and elapsed time`() async throws {
        let bench = try await bench()
        let first = try await bench.run("search lon --limit 2")
        let again = try await bench.run("last csv")
        #expect(again.format == .csv)
        #expect(again.command == "search")
        #expect(again.elapsed == first.elapsed)
        #expect(again.addresses == first.addresses)
        #expect(try await bench.run("last").format == nil)
        #expect(try await bench.run("last --json").format == .json)
        #expect(try await bench.run("last tsv --columns title").columns == ["title"])
    }

    @Test func `an explanation shown again still says why, and is whole in JSON`() async throws {
        let bench = try await bench()
        _ = try await bench.run("explain lon --json")
        #expect(Answers.text(try await bench.run("last table"), .table).contains("the title begins with the query"))
        let csv = Answers.text(try await bench.run("last csv"), .csv)
        #expect(csv.hasPrefix("address,source,title,subtitle,date,latitude,longitude,url,favorite,match,why\r\n"))
        let document = try JSONValue(parsing: Answers.text(try await bench.run("last json"), .json))
        let record = try #require(document["records"]?.arrayValue?.first)
        #expect(record["why"] == "the title begins with the query" && record["key"] == "1")
    }

    @Test(arguments: [
        "sources", "refresh towns", "show towns:1", "saved", "favorites", "facet country", "schema", "map",
        "chart country", "changes",
    ])
    func `repeats any output that is more than a message`(line: String) async throws {
        let bench = try await bench()
        let name = try await bench.run(line).command
        #expect(try await bench.run("last json").command == name)
    }

    @Test(arguments: ["set", "help", "favorite towns:1", "unfavorite towns:1"])
    func `a message does not replace the last results`(line: String) async throws {
        let bench = try await bench()
        _ = try await bench.run("search lon")
        _ = try await bench.run(line)
        #expect(try await bench.run("last").command == "search")
    }

    @Test func `reports that there are no results, and accepts only formats`() async throws {
        let bench = try await bench()
        #expect(await bench.error(of: "last")?.code == "no_answer")
        #expect(await bench.error(of: "last")?.status == .failed)
        #expect(await bench.error(of: "last pdf")?.status == .usage)
        await #expect(throws: CommandError.self) { _ = try await bench.runOneShot(["last"]) }
    }

    @Test(arguments: ["show 2", "facet country", "chart country", "sources", "favorite towns:4", "help", "changes"])
    func `row numbers refer to the last list even after results without row numbers`(line: String) async throws {
        let bench = try await bench()
        _ = try await bench.run("search lon")
        _ = try await bench.run(line)
        #expect(try await bench.run("show 1").titles == ["London"])
    }

    @Test(arguments: ["show towns:1", "facet country"])
    func `results without row numbers say so`(line: String) async throws {
        let bench = try await bench()
        _ = try await bench.run(line)
        #expect(
            await bench.error(of: "show 1")?.message
                == "no such row: 1; the last results have no row numbers; run “search” or “list” first")
    }

    @Test func `row numbers still refer to the last results`() async throws {
        let bench = try await bench()
        _ = try await bench.run("search lon")
        _ = try await bench.run("last json")
        #expect(try await bench.run("show 1").titles == ["London"])
    }
}
