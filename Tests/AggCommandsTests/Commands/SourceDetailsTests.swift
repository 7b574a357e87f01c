import AggCore
import AggSource
import AggStorage
import AggTesting
import Foundation
import Synchronization
import Testing

@testable import AggCommands

/// `sources ID`, and the details that `show` fetches on demand.
@Suite struct SourceDetailsTests {
    @Test func `shows everything known about a source`() async throws {
        let bench = try Bench(values: [("keep_for", "7d")])
        try await bench.holdTownsAndPeaks()
        try await bench.fail("towns", .http(status: 503))
        let output = try await bench.run("sources towns")
        let json = try JSONValue(parsing: Renderer.render(output, Presentation(format: .json)))
        let source = try #require(json["sources"]?.arrayValue?.first)
        #expect(source["id"] == "towns")
        #expect(source["columns"]?.arrayValue?.map { $0["name"]?.stringValue } == ["country", "height"])
        #expect(source["columns"]?.arrayValue?.last?["unit"] == "m")
        #expect(source["policy"]?["keep_for_s"] == 604_800)
        #expect(source["policy"]?["mode"] == "replace")
        #expect(source["last_error"]?["code"] == "http")
        let table = Renderer.render(output, Presentation())
        for text in ["Lines of text, for tests.", "The country.", "4 records", "7 d", "HTTP 503"] {
            #expect(table.contains(text), "\(table)")
        }
    }

    @Test(arguments: [nil, "https://data.example.org/towns"])
    func `JSON has the URL of a source, or null`(address: String?) async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        var output = try await bench.run("sources towns")
        var details = try #require(output.body as? SourceDetails)
        details.address = address
        output.body = details
        let json = try JSONValue(parsing: Renderer.render(output, Presentation(format: .json)))
        #expect(json["sources"]?.arrayValue?.first?["address"] == (address.map(JSONValue.string) ?? .null))
    }

    @Test(arguments: [30, 40, 60])
    func `truncates nothing in a narrow terminal`(width: Int) async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        let page = Answers.text(try await bench.run("sources peaks"), .table, width: width)
        #expect(page.split(separator: "\n").allSatisfy { DisplayWidth.of($0) <= width }, "\(page)")
        let words = page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("Lines of text, for tests.") && words.contains("The country.") && !words.contains("…"))
    }

    @Test(arguments: [nil, 40, 80])
    func `a column without a description still has a row`(width: Int?) {
        let table = DescribedTable(
            columns: [.init(heading: "column")], heading: "description", rows: [(["bare"], ""), (["full"], "One two.")])
        let lines = table.lines(Presentation(width: width)).map { $0.split(whereSeparator: \.isWhitespace) }
        #expect(lines.dropFirst().filter { !$0.isEmpty }.map(\.first) == ["bare", "full"])
    }

    @Test func `--columns selects from the table of the source's columns`() async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        #expect(
            await bench.error(of: "sources towns --columns id")?.message.hasPrefix(
                "unknown column “id”; the columns are column, kind, unit, summary") == true)
        let output = try await bench.run("sources towns --columns column,unit --format csv")
        #expect(Renderer.render(output, Presentation(format: .csv)) == "column,unit\r\ncountry,\r\nheight,m\r\n")
        #expect(try await bench.run("sources --columns id").columns == ["id"])
    }

    @Test func `explains how to filter by columns that the configuration does not list`() async throws {
        let bench = try Bench(sources: ["bare", "peaks"])
        try await bench.hold([Record(key: "1", title: "Oak", fields: [.init("country", .text("FR"))])], in: "bare")
        #expect(
            Answers.text(try await bench.run("sources bare"), .table).hasSuffix(
                "The configuration does not list the columns. To use columns in filters, facets, and SQL, add them to "
                    + "the configuration under “columns”.\n"))
        #expect(
            try await bench.run("search shade:x").queryNotes == [
                "no source has a column “shade”, so the term was treated as ordinary words; to filter by a column of bare, "
                    + "list it under “columns” in the configuration"
            ])
        #expect(
            try await bench.run("search contry:x").queryNotes.first?.hasSuffix(
                "did you mean “country:”? To filter by a column of bare, list it under “columns” in the configuration")
                == true)
        #expect(
            try await bench.run("search source:bare country:FR").queryNotes == [
                "to filter by the column “country” of bare, list it under “columns” in the configuration"
            ])
    }

    @Test(arguments: [(600.0, "3 of 60; resets at 2026-11-20 10:10"), (-1, "60 of 60")])
    func `shows how many requests the server still accepts`(seconds: Double, text: String) async throws {
        let bench = try Bench()
        var state = FetchState(["etag": "1"])
        state.rateLimit = RateLimit(
            limit: 60, remaining: 3, resetsAt: bench.clock.now.addingTimeInterval(seconds))
        try await bench.hold(.towns, in: "towns", state: state)
        let output = try await bench.run("sources towns")
        #expect(Answers.text(output, .table).contains("requests left  \(text)\n"))
        let json = try JSONValue(parsing: Renderer.render(output, Presentation(format: .json)))
        #expect(json["sources"]?.arrayValue?.first?["rate_limit"]?["limit"] == 60)
    }

    @Test func `lists a disabled source last, with the command to enable it`() async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        _ = try await bench.run("source disable towns")
        let sources = Renderer.render(try await bench.run("sources --json"), Presentation(format: .json))
        let states = try #require(try JSONValue(parsing: sources)["sources"]?.arrayValue)
        #expect(states.map { $0["state"] } == ["loaded", "disabled"])
        #expect(states.last?["records"] == 4)
        let table = Renderer.render(try await bench.run("sources"), Presentation())
        #expect(table.contains("disabled") && table.contains("source enable towns"))
        #expect(Renderer.render(try await bench.run("sources towns"), Presentation()).contains("disabled"))
        _ = try await bench.run("source enable towns")
        #expect(!Renderer.render(try await bench.run("sources"), Presentation()).contains("disabled"))
    }

    @Test func `an unknown source is a usage error`() async throws {
        #expect(try await Bench().error(of: "sources volcanoes")?.status == .usage)
    }

    @Test func `fetches the details that the list omits`() async throws {
        var bench = try Bench(answers: ["/height/b": [.text("4805")]])
        try await bench.holdTownsAndPeaks()
        let drawn = Drawn()
        bench.context.preview = { output, _ in drawn.add(output.titles) }
        let record = try await bench.run("show peaks:b").answer?.rows.first?.record
        #expect(record?["height"] == .integer(4_805))
        #expect(record?["country"] == .text("FR"))
        #expect(drawn.titles == [["Mont Blanc"]])
        _ = try await bench.run("show peaks:a")
        #expect(drawn.titles.count == 1)
    }

    @Test func `shows a record whose details cannot be fetched, with the reason`() async throws {
        let bench = try Bench(answers: ["/height/b": [.failure(.http(status: 503))]])
        try await bench.holdTownsAndPeaks()
        let output = try await bench.run("show peaks:b")
        #expect(output.titles == ["Mont Blanc"])
        #expect(output.status == .done)
        #expect(output.sources.first?.notes == ["details are missing: HTTP 503"])
        #expect(Renderer.render(output, Presentation()).contains("details are missing: HTTP 503"))
    }

    @Test func `nothing is fetched offline`() async throws {
        var bench = try Bench()
        bench.context.isOffline = true
        try await bench.holdTownsAndPeaks()
        #expect(try await bench.run("show peaks:b").sources.first?.notes == [])
    }
}

/// The titles of the records drawn before the final output.
private final class Drawn: Sendable {
    private let log = Mutex<[[String]]>([])

    var titles: [[String]] { log.withLock { $0 } }

    func add(_ titles: [String]) { log.withLock { $0.append(titles) } }
}
