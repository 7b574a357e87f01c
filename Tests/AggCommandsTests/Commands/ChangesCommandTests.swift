import AggSource
import AggTesting
import Testing

import AggCommands

struct ChangesCommandTests {
    /// Towns loaded two days ago and changed an hour ago and a minute ago; peaks that never changed.
    private func bench() async throws -> Bench {
        let bench = try Bench()
        try await bench.hold(.towns, in: "towns", age: 172_800)
        try await bench.hold(.peaks, in: "peaks", age: 172_800)
        var towns = [Record].towns
        towns[0].subtitle = "England, UK"
        towns[3].fields = [.init("country", .text("TX")), .init("height", .integer(183))]
        try await bench.hold(towns, in: "towns", age: 3_600)
        towns.removeLast()
        towns.append(Record(key: "9", title: "Lomé"))
        try await bench.hold(towns, in: "towns", age: 60)
        return bench
    }

    private func rows(_ line: String) async throws -> [String] {
        let csv = Answers.text(try await bench().run(line), .csv)
        return csv.split(separator: "\r\n").dropFirst().map(String.init)
    }

    @Test func `shows what the last refresh changed, one row per record`() async throws {
        #expect(
            try await rows("changes towns") == [
                "towns,towns:4,Paris,removed,2026-11-20T09:59:00Z,,,",
                "towns,towns:9,Lomé,added,2026-11-20T09:59:00Z,,,",
            ])
    }

    @Test func `shows one change at a time on request`() async throws {
        var presentation = Presentation()
        presentation.expanded = .on
        let text = Renderer.render(try await bench().run("changes towns"), presentation)
        #expect(text.hasPrefix("1. Paris\n  address  towns:4\n"))
    }

    @Test(arguments: [
        "changes since yesterday", "changes since 1d", "changes towns since 2026-11-19", "changes SINCE 2026-11",
    ])
    func `goes back to a date or an age, with one row per changed value`(line: String) async throws {
        let rows = try await rows(line)
        #expect(rows.count == 5)
        #expect(
            rows.suffix(3) == [
                "towns,towns:1,London,changed,2026-11-20T09:00:00Z,subtitle,United Kingdom,\"England, UK\"",
                "towns,towns:4,Paris,changed,2026-11-20T09:00:00Z,country,FR,TX",
                "towns,towns:4,Paris,changed,2026-11-20T09:00:00Z,height,,183",
            ])
    }

    @Test func `JSON has each record with all its changes, and the refreshes`() async throws {
        let output = try await bench().run("changes towns since 2d")
        let json = try JSONValue(parsing: Answers.text(output, .json))
        #expect(json["command"] == "changes" && json["count"] == 4 && json["truncated"] == false)
        let text =
            #"{"source":"towns","address":"towns:4","title":"Paris","kind":"changed","at":"2026-11-20T09:00:00Z","#
            + #""fields":[{"name":"country","from":"FR","to":"TX"},{"name":"height","from":null,"to":183}]}"#
        let changed = try JSONValue(parsing: text)
        #expect(json["changes"]?.arrayValue?.contains(changed) == true)
        let kinds = json["refreshes"]?.arrayValue?.compactMap { $0["kind"]?.stringValue }
        #expect(kinds == ["ordinary", "ordinary", "first"])
        #expect(Answers.text(output, .ndjson).split(separator: "\n").count == 4)
    }

    @Test func `columns can be selected in every format`() async throws {
        let output = try await bench().run("changes towns --columns title,kind")
        #expect(Answers.text(output, .csv) == "title,kind\r\nParis,removed\r\nLomé,added\r\n")
        #expect(Answers.text(output, .ndjson).hasPrefix(#"{"title":"Paris","kind":"removed"}"#))
        #expect(Answers.text(output, .table).hasPrefix("title  kind\nParis  removed\n"))
        #expect(await (try bench()).error(of: "changes --columns tite")?.message.contains("title") == true)
    }

    @Test func `a value that a column of the same name repeats is listed once`() async throws {
        let bench = try Bench()
        for (longitude, age) in [(-87.62, 120.0), (-87.63, 60)] {
            try await bench.hold(
                [
                    Record(
                        key: "1", title: "Fountain", coordinate: Coordinate(latitude: 41, longitude: longitude),
                        fields: [.init("longitude", .decimal(longitude))])
                ], in: "towns", age: age)
        }
        let output = try await bench.run("changes towns")
        let line = "towns,towns:1,Fountain,changed,2026-11-20T09:59:00Z,longitude,-87.62,-87.63"
        #expect(Answers.text(output, .csv).split(separator: "\r\n").dropFirst() == [line[...]])
        let json = try JSONValue(parsing: Answers.text(output, .json))
        #expect(json["changes"]?.arrayValue?.first?["fields"]?.arrayValue?.count == 1)
    }

    @Test(arguments: [40, 60, 80, 120])
    func `a changed date is visible at any width`(width: Int) async throws {
        let bench = try Bench()
        for (minute, age) in [("05", 120.0), ("06", 60)] {
            try await bench.hold(
                [
                    Record(
                        key: "a-long-key-of-a-record", title: "Harbor Fountain with a long title",
                        date: RecordDate(iso8601: "2026-11-20T10:\(minute):00Z"))
                ], in: "towns", age: age)
        }
        let text = Answers.text(try await bench.run("changes towns"), .table, width: width)
        #expect(text.contains("10:05") && text.contains("10:06"))
        #expect(text.split(separator: "\n").allSatisfy { DisplayWidth.of(String($0)) <= width })
    }

    @Test func `the usage shows that a time needs “since”`() {
        #expect(ChangesCommandTests.usage.contains("changes [SOURCE] [since WHEN] [--limit N]"))
    }

    private static var usage: String {
        CommandRegistry.builtIn.commands.first { $0.declaration.name == "changes" }?.declaration.usage ?? ""
    }

    @Test func `explains why there are no changes to list`() async throws {
        let bench = try await bench()
        let text = Answers.text(try await bench.run("changes"), .table)
        #expect(text.contains("peaks: first refreshed 2 d ago, with 2 records"))
        let later = Answers.text(try await bench.run("changes since 30s"), .table)
        #expect(later.hasPrefix("0 records"))
        #expect(later.contains("towns: unchanged; last changed 1 min ago"))
        let empty = Answers.text(try await Bench().run("changes"), .table)
        #expect(empty.contains("no recorded changes in towns, peaks"))
    }

    @Test func `reports that the last refresh of a source failed`() async throws {
        let bench = try await bench()
        try await bench.hold(.peaks, in: "peaks", age: 60)
        for source in ["towns", "peaks"] { try await bench.fail(source, .offline("no such host")) }
        let reason = "the last refresh failed (\(SourceError.offline("no such host").reason()))"
        let notes = try await bench.run("changes").body.flatMap { $0 as? ChangesReport }?.notes
        #expect(
            notes == [
                "towns: \(reason), so these changes are from an earlier one",
                "peaks: \(reason); last changed 2 d ago",
            ])
    }

    @Test func `the limit counts records, and the footer shows the command for more`() async throws {
        let output = try await bench().run("changes since 2d --limit 1")
        #expect(output.body?.isTruncated == true)
        #expect(Answers.text(output, .table).contains("1 record; for more: changes since 2d --limit 2"))
        let titles = try await bench().run("changes since 2d --limit 1 --columns title")
        #expect(Answers.text(titles, .table).contains("for more: changes since 2d --limit 2 --columns title"))
        #expect(try JSONValue(parsing: Answers.text(output, .json))["truncated"] == true)
    }

    @Test(arguments: [
        ("changes since", "missing time after “since”"), ("changes since soon", "“since” takes a date or an age"),
        ("changes nowhere", "unknown source “nowhere”"), ("changes towns 3d", "expected “since”"),
        ("changes since 3d towns", "unexpected “towns”"),
        ("changes yesterday", "“yesterday” is a time, not a source; use “changes since yesterday”"),
        ("changes towns since 3d x", "unexpected “x”"),
    ])
    func `an invalid argument is a usage error`(line: String, message: String) async throws {
        let error = try #require(await bench().error(of: line))
        #expect(error.status == .usage)
        #expect(error.message.hasPrefix(message), "\(error.message)")
    }
}
