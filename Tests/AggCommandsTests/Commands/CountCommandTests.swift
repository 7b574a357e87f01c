import AggSource
import AggStorage
import Testing

import AggCommands

@Suite struct CountCommandTests {
    @Test func `reports a source whose rows the cache setting refuses`() async throws {
        let bench = try Bench()
        try await bench.hold(.towns, in: "towns")
        _ = try await bench.run("set cache off")
        let output = try await bench.run("count")
        #expect(output.errors.map(\.source?.description) == ["peaks"])
        #expect(output.body?.sources.map(\.id.description) == ["towns", "peaks"])
        #expect(Answers.text(output, .table).contains("peaks: no rows"))
    }

    @Test(arguments: ["search lon", "count lon", "facet title", "count by title", "explain lon", "near 0,0 1km"])
    func `every answer shows a source whose rows are too old, and with --strict has a status of its own`(
        line: String
    ) async throws {
        var bench = try Bench(values: [("fresh_for", "1h"), ("keep_for", "1d")])
        try await bench.hold(.towns, in: "towns")
        try await bench.hold(.peaks, in: "peaks", age: 200_000)
        bench.policy.isStrict = true
        let output = try await bench.run(line)
        #expect(Answers.text(output, .table).contains("peaks: no rows: the stored rows are 2 d old"))
        #expect(output.status == .partial)
    }

    @Test(arguments: ["search lon source:peaks", "list peaks"])
    func `an answer without any rows to search does not look like one without a match`(line: String) async throws {
        let bench = try Bench(values: [("fresh_for", "1h"), ("keep_for", "1d")])
        try await bench.hold(.peaks, in: "peaks", age: 200_000)
        #expect(Answers.text(try await bench.run(line), .table).hasPrefix("There are no rows to search.\n"))
    }

    @Test func `suggests a query if there is nothing to count`() async throws {
        for line in ["count lodnon", "facet country lodnon"] {
            #expect(try await bench().run(line).queryNotes.first?.hasPrefix("did you mean “London”") == true)
        }
        #expect(
            try await bench().run("count paris or londrina").queryNotes.last == "did you mean “paris OR londrina”?")
    }

    @Test func `explains that “by” with columns comes first`() async throws {
        #expect(
            try await bench().run("count country:FR by title").queryNotes == [
                "“by” was treated as an ordinary word; to count by a column, run “count by title country:FR”"
            ])
        #expect(try await bench().run("count lon by night").queryNotes.isEmpty)
    }

    @Test func `names a missing value as the label of a row`() async throws {
        let output = try await bench().run("count by country, source")
        #expect(Answers.text(output, .table).contains("\n(none)   peaks"))
        #expect(Answers.text(output, .csv).contains("\r\n,peaks,1\r\n"))
        let pivot = try await bench().run("count by country, source --pivot")
        #expect(Answers.text(pivot, .table).contains("\n(none) "))
        let chart = try await bench().run("chart source by country")
        #expect(Answers.text(chart, .csv).contains("\r\n,peaks,1\r\n"))
    }

    private func bench() async throws -> Bench {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        _ = try await bench.run("favorite towns:4")
        return bench
    }

    @Test(arguments: [
        ("count country:FR", ["towns 1", "peaks 1"]), ("count lon", ["towns 3", "peaks 1"]),
        ("count", ["towns 4", "peaks 2"]),
        ("count lon source:peaks", ["peaks 1"]), ("count -country:FR source:towns", ["towns 3"]),
        ("count height:>2000", ["peaks 1"]), ("count is:favorite", ["towns 1"]), ("count nothing-like-this", []),
        ("count zzz source:towns", ["towns 0"]), ("count 'by'", []), ("count source:towns", ["towns 4"]),
    ])
    func `counts the results of a query by source`(line: String, counts: [String]) async throws {
        let output = try await bench().run(line)
        let rows = try #require(output.body?.values).rows.map {
            $0.map { $0.stringValue ?? $0.text }.joined(separator: " ")
        }
        #expect(rows == counts)
    }

    @Test func `shows the total in every format`() async throws {
        let output = try await bench().run("count lon nosuch:5 OR country:FR")
        #expect(Answers.text(output, .csv) == "source,count\r\n")
        let found = try await bench().run("count country:FR")
        #expect(Answers.text(found, .csv) == "source,count\r\ntowns,1\r\npeaks,1\r\n")
        #expect(Answers.text(found, .table).contains("2 records ("))
        let json = try JSONValue(parsing: Answers.text(found, .json))
        #expect(json["matched"] == 2 && json["command"] == "count")
        #expect(json["sources"]?.arrayValue?.compactMap { $0["matched"]?.intValue } == [1, 1])
        let none = try JSONValue(parsing: Answers.text(try await bench().run("count zzz"), .json))
        #expect(none["matched"] == 0 && none["rows"]?.arrayValue?.isEmpty == true)
    }

    @Test(arguments: [
        ("list towns --limit 1", "1 of 4 records; for more: list towns --limit 2"),
        ("search source:towns --limit 3", "3 of 4 records"),
        ("list towns country:FR", "1 record ("),
        ("search lon --limit 1", "1 of 4 records; for more: search lon --limit 2"),
    ])
    func `truncated results show the total if it is known`(line: String, text: String) async throws {
        let output = try await bench().run(line)
        #expect(Answers.text(output, .table).contains(text))
        let json = try JSONValue(parsing: Answers.text(output, .json))
        #expect(json["matched"]?.intValue == (line.contains("country") ? 1 : 4))
    }
}
