import AggCore
import AggSearch
import AggSource
import AggStorage
import AggTesting
import Foundation
import Testing

import AggCommands

/// The timeline of records that refreshes added or changed, and which of them are read.
@Suite struct NewsCommandTests {
    private static func town(
        _ key: String, _ title: String, _ country: String = "GB", date: String? = nil, url: String? = nil
    ) -> Record {
        Record(
            key: key, title: title, date: date.flatMap { RecordDate(iso8601: $0) }, url: url,
            fields: [.init("country", .text(country))])
    }

    /// Towns; the last refresh, a minute ago, added two and changed one.
    private static func bench() async throws -> Bench {
        let bench = try Bench()
        try await bench.hold([town("1", "London"), town("2", "Paris", "FR")], in: "towns", age: 7_200)
        try await bench.hold(.peaks, in: "peaks", age: 7_200)
        try await bench.hold(
            [
                town("1", "London", "UK"), town("2", "Paris", "FR"),
                town("3", "Leeds", date: "2026-11-18", url: "https://example.org/3"), town("4", "Lyon", "FR"),
            ], in: "towns", age: 60)
        return bench
    }

    @Test func `shows added and changed records newest first, without the first load`() async throws {
        let bench = try await Self.bench()
        let output = try await bench.run("news")
        #expect(output.titles == ["London", "Lyon", "Leeds"])
        let text = Renderer.render(output, Presentation())
        let headings = text.split(separator: "\n").filter { $0.hasPrefix("2026-") }
        #expect(headings == ["2026-11-20", "2026-11-18"])
        #expect(text.contains("● country: GB → UK") && text.contains("● new"))
        let first = output.answer?.rows.first?.news
        #expect(first?.kind == .changed && first?.isUnread == true)
    }

    @Test func `a record is read once it is shown, opened, or marked, until it changes again`() async throws {
        var bench = try await Self.bench()
        bench.context.openLink = { _ in }
        _ = try await bench.run("news")
        _ = try await bench.run("show 1")
        #expect(try await bench.run("news").titles == ["Lyon", "Leeds"])
        _ = try await bench.run("open 2")
        #expect(try await bench.run("news").titles == ["Lyon"])
        _ = try await bench.run("news --unread towns:3")
        #expect(try await bench.run("news").titles == ["Lyon", "Leeds"])
        _ = try await bench.run("news --read 2")
        #expect(try await bench.run("news").titles == ["Lyon"])
        _ = try await bench.run("news --unread towns:3")
        #expect(try await bench.run("news").titles == ["Lyon", "Leeds"])
        _ = try await bench.run("news --read 1-2")
        #expect(try await bench.run("news").titles.isEmpty)
        let leeds = Self.town("3", "Leeds", date: "2026-11-18", url: "https://example.org/3")
        try await bench.hold([Self.town("1", "London", "GB"), leeds], in: "towns", age: 0)
        #expect(try await bench.run("news").titles == ["London"])
    }

    @Test func `marks everything as read at once, and one record as unread again`() async throws {
        let bench = try await Self.bench()
        _ = try await bench.run("news --read all")
        #expect(Renderer.render(try await bench.run("news"), Presentation()).hasPrefix("No unread records."))
        #expect(try await bench.run("news --since 7d").titles == ["London", "Lyon", "Leeds"])
        _ = try await bench.run("news --unread towns:4")
        #expect(try await bench.run("news").titles == ["Lyon"])
        _ = try await bench.run("news --read towns")
        #expect(try await bench.run("news").titles.isEmpty)
    }

    @Test(arguments: [("news peaks --read all", 3), ("news towns --read all", 0), ("news --read all towns", 0)])
    func `all with a source marks everything from that source as read`(line: String, left: Int) async throws {
        let bench = try await Self.bench()
        _ = try await bench.run(line)
        #expect(try await bench.run("news").titles.count == left)
        #expect(await bench.error(of: "news --read all towns:1")?.message.contains("either records or sources") == true)
    }

    @Test(arguments: [
        ("news --read all --since 1d", "usage"), ("news --read towns --since 1d", "usage"),
        ("news --read towns:4 --since 1d", "usage"), ("news --unread towns:4 --since 1d", "usage"),
        ("news --read nope:1", "no_such_record"), ("news --read towns:4 towns:99", "no_such_record"),
    ])
    func `marks nothing with a start time or an unknown address`(line: String, code: String) async throws {
        let bench = try await Self.bench()
        #expect(await bench.error(of: line)?.code == code)
        #expect(try await bench.run("news").titles == ["London", "Lyon", "Leeds"])
    }

    @Test func `a start time overrides the read marks`() async throws {
        let bench = try await Self.bench()
        _ = try await bench.run("news --read towns:1 towns:4")
        let all = try await bench.run("news --since 1h")
        #expect(all.titles == ["London", "Lyon", "Leeds"])
        #expect(all.answer?.rows.map { $0.news?.isUnread } == [false, false, true])
        #expect(try await bench.run("news --since 1h --unread").titles == ["Leeds"])
        #expect(try await bench.run("news --since 2026-11-21").titles.isEmpty)
        #expect(await bench.error(of: "news --since soon")?.status == .usage)
    }

    @Test func `sources and saved searches narrow the news`() async throws {
        let bench = try await Self.bench()
        _ = try await bench.run("save french search country:FR")
        _ = try await bench.run("save lon list towns lon")
        #expect(try await bench.run("news french").titles == ["Lyon"])
        #expect(try await bench.run("news lon").titles == ["London"])
        #expect(try await bench.run("news french lon").titles == ["London", "Lyon"])
        #expect(try await bench.run("news towns").titles.count == 3)
        #expect(try await bench.run("news peaks").titles.isEmpty)
        _ = try await bench.run("save in search country:{code=FR}")
        #expect(try await bench.run("news in").titles == ["Lyon"])
        _ = try await bench.run("save any search {what}")
        #expect(await bench.error(of: "news any")?.message.contains("needs a value for “what”") == true)
        #expect(await bench.error(of: "news frnch")?.message.contains("french") == true)
        #expect(await bench.error(of: "news 1")?.status == .usage)
        #expect(await bench.error(of: "news --read")?.status == .usage)
    }

    @Test func `JSON shows what is new about each record`() async throws {
        let bench = try await Self.bench()
        let text = Renderer.render(try await bench.run("news --limit 1"), Presentation(format: .json))
        let document = try JSONValue(parsing: text.trimmingCharacters(in: .newlines))
        let record = try #require(document["records"]?.arrayValue?.first)
        #expect(record["news"] == "changed" && record["unread"] == true && record["when"] == "2026-11-20T09:59:00Z")
        #expect(document["truncated"] == true)
        let lines = Renderer.render(try await bench.run("news"), Presentation(format: .csv)).split(separator: "\r\n")
        #expect(lines.first?.hasSuffix("favorite,news,when,unread") == true)
    }

    @Test func `counts unread records until they are read`() async throws {
        let bench = try await Self.bench()
        func count() async throws -> Int {
            await bench.context.aggregator.unreadCount(in: try await bench.context.aggregator.statuses()).count
        }
        #expect(try await count() == 3)
        _ = try await bench.run("show towns:1")
        #expect(try await count() == 2)
        _ = try await bench.run("news --read all")
        #expect(try await count() == 0)
        _ = try await bench.run("news --unread towns:4")
        #expect(try await count() == 1)
        try await bench.hold([Self.town("4", "Lyon"), Self.town("5", "Nice")], in: "towns", age: 0)
        #expect(try await count() == 2)
    }

    @Test func `the number of unread records is never more than those that are shown`() async throws {
        let bench = try await Self.bench()
        func unread() async throws -> Int {
            let statuses = try await bench.context.aggregator.statuses()
            let unread = await bench.context.aggregator.unreadCount(in: statuses)
            #expect(!unread.isMinimum)
            return unread.count
        }
        #expect(try await unread() == 3)
        // One changes again, one is removed, and one is added and removed.
        let records = [Self.town("1", "London", "GB"), Self.town("2", "Paris", "FR"), Self.town("4", "Lyon", "FR")]
        try await bench.hold(records + [Self.town("5", "Bath")], in: "towns", age: 30)
        try await bench.hold(records, in: "towns", age: 0)
        #expect(try await bench.run("news").titles == ["London", "Lyon"])
        #expect(try await unread() == 2)
        _ = try await bench.run("news --read towns:4")
        #expect(try await unread() == 1)
        _ = try await bench.run("news --read all")
        #expect(try await unread() == 0)
    }

    @Test func `of many unread records, only the first are counted`() async throws {
        let bench = try await Self.bench()
        let many = (100..<400).map { Self.town("\($0)", "Town \($0)") }
        try await bench.hold([Self.town("1", "London")] + many, in: "towns", age: 0)
        let statuses = try await bench.context.aggregator.statuses()
        let unread = await bench.context.aggregator.unreadCount(in: statuses)
        #expect((90...100).contains(unread.count) && unread.isMinimum)
    }

    @Test func `a narrow terminal shows what is unread`() async throws {
        let bench = try Bench()
        let title = "A town with a long name in a large county"
        for (country, age) in [("GB", 7_200.0), ("United Kingdom", 60)] {
            try await bench.hold([Self.town("1", title, country)], in: "towns", age: age)
        }
        let lines = Answers.text(try await bench.run("news"), .table, width: 40).split(separator: "\n")
        #expect(lines.contains { $0.contains("● country:") })
        #expect(lines.prefix(3).allSatisfy { DisplayWidth.of(String($0)) <= 40 })
    }
}
