import AggTesting
import Testing

import AggCommands

@Suite struct LastCommandTests {
    private func bench() async throws -> Bench {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        return bench
    }

    @Test func `shows the last answer again in another form, with its command and its time`() async throws {
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

    @Test(arguments: [
        "sources", "refresh towns", "show towns:1", "saved", "favorites", "facet country", "schema", "map",
        "chart country", "changes",
    ])
    func `knows every answer that is more than words`(line: String) async throws {
        let bench = try await bench()
        let name = try await bench.run(line).command
        #expect(try await bench.run("last json").command == name)
    }

    @Test(arguments: ["set", "help", "favorite towns:1", "unfavorite towns:1"])
    func `words do not take the place of an answer`(line: String) async throws {
        let bench = try await bench()
        _ = try await bench.run("search lon")
        _ = try await bench.run(line)
        #expect(try await bench.run("last").command == "search")
    }

    @Test func `says that there is none, and takes only forms`() async throws {
        let bench = try await bench()
        #expect(await bench.error(of: "last")?.code == "no_answer")
        #expect(await bench.error(of: "last")?.status == .failed)
        #expect(await bench.error(of: "last pdf")?.status == .usage)
        await #expect(throws: CommandError.self) { _ = try await bench.runOneShot(["last"]) }
    }

    @Test func `numbers point into the answer all the same`() async throws {
        let bench = try await bench()
        _ = try await bench.run("search lon")
        _ = try await bench.run("last json")
        #expect(try await bench.run("show 1").titles == ["London"])
    }
}
