import AggSource
import AggTesting
import Testing

import AggCommands

@Suite struct ListByDateTests {
    private static let records = [
        record("1", "Old town", "2024-03-01"), record("2", "Known town", "2024-03-01T09:00:00Z", prominence: 7),
        record("3", "Undated town", nil, prominence: 7), record("4", "New town", "2024-03-05T10:00:00"),
    ]

    @Test(arguments: [
        ("list towns --by date", ["New town", "Known town", "Old town", "Undated town"]),
        ("list towns town --by date", ["New town", "Known town", "Old town", "Undated town"]),
        ("list towns --limit 2 --by date", ["New town", "Known town"]),
        ("list towns -\"known\" --limit 2 --by date", ["New town", "Old town"]),
        ("list towns town --limit 1 --by date", ["New town"]),
        ("list towns sort:date --limit 1 --by date", ["Old town"]),
    ])
    func `lists the newest first, and records without a date last`(line: String, titles: [String]) async throws {
        let bench = try Bench()
        try await bench.hold(Self.records, in: "towns")
        #expect(try await bench.run(line).titles == titles)
    }

    @Test func `a table has a heading for each day`() async throws {
        let bench = try Bench()
        try await bench.hold(Self.records, in: "towns")
        let lines = Renderer.render(try await bench.run("list towns --by date"), Presentation())
            .split(separator: "\n").map(String.init)
        let headings = lines.filter { !$0.contains("town") && !$0.contains("title") && !$0.contains("records") }
        #expect(headings == ["2024-03-05", "2024-03-01", "no date"])
    }

    @Test func `records without any date cannot be grouped`() async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        let error = await bench.error(of: "list towns --by date")
        #expect(error?.message == "cannot group by date: the records of towns have no dates")
        #expect(error?.status == .failed)
        #expect(await bench.error(of: "list towns --by size")?.status == .usage)
    }

    private static func record(_ key: String, _ title: String, _ date: String?, prominence: Int = 0) -> Record {
        Record(key: key, title: title, date: date.flatMap { RecordDate(iso8601: $0) }, prominence: prominence)
    }
}
