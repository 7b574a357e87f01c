import AggCore
import AggSource
import AggStorage
import AggTesting
import Testing

import AggCommands

@Suite struct ListCommandTests {
    @Test func `lists a source, best known first and then by title`() async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        let output = try await bench.run("list towns")
        #expect(output.titles == ["London", "Paris", "Londrina", "East London"])
        #expect(output.answer?.sources.map(\.status.id.description) == ["towns"])
        #expect(output.answer?.isTruncated == false)
    }

    @Test func `lists up to the limit, 50 by default`() async throws {
        let bench = try Bench()
        try await bench.hold((1...60).map { .init(key: "\($0)", title: "Town \($0)") }, in: "towns")
        #expect(try await bench.run("list towns").titles.count == 50)
        #expect(try await bench.run("list towns").answer?.isTruncated == true)
        #expect(try await bench.run("list towns --limit 3").titles.count == 3)
        #expect(try await bench.run("list towns --limit 60").answer?.isTruncated == false)
    }

    @Test(arguments: [
        ("list towns --columns title", "list towns --limit 4 --columns title"),
        ("search lon --columns \"title, key\"", "search lon --limit 4 --columns \"title, key\""),
        ("list towns", "list towns --limit 4"),
        ("facet title --columns count", "facet title --limit 4 --columns count"),
    ])
    func `the command for more results keeps the columns`(line: String, more: String) async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        let text = Answers.text(try await bench.run("\(line) --limit 2"), .table)
        #expect(text.contains("for more: \(more) ("), "\(text)")
    }

    @Test(arguments: [
        ("list towns lon", ["London", "Londrina", "East London"]),
        ("list towns country:FR", ["Paris"]),
        ("list peaks lon", ["Lonely Peak"]),
        ("list towns -- --lon", ["London", "Londrina", "East London"]),
        ("list towns zzz", []),
    ])
    func `treats further words as a query of that source`(line: String, titles: [String]) async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        #expect(try await bench.run(line).titles == titles)
    }

    @Test func `suggests titles of the source for a misspelled word`() async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        #expect(try await bench.run("list towns lodnon").answer?.suggestions.first == "London")
        #expect(try await bench.run("list peaks lodnon").answer?.suggestions == [])
    }

    @Test(arguments: ["list", "list volcanoes", "list towns --source peaks", "list towns --limit none"])
    func `an invalid argument is a usage error`(line: String) async throws {
        #expect(try await Bench().error(of: line)?.status == .usage)
    }

    @Test func `a source without rows has empty results with the reason`() async throws {
        let output = try await Bench().run("list towns")
        #expect(output.titles.isEmpty)
        #expect(output.status == .done)
        #expect(output.sources.first?.reason == "nothing is stored")
    }
}
