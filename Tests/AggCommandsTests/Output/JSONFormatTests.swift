import AggCore
import AggSearch
import AggSource
import Testing

import AggCommands

@Suite struct JSONFormatTests {
    private let source =
        #"{"id":"towns","kind":"stub","state":"loaded","origin":"remote","records":209557,"matched":312,"favorites":1,"#
        + #""fetched_at":"2026-11-20T09:59:48Z","age_s":12,"stale":false,"reason":null,"notes":[],"#
        + #""next_refresh":"2026-11-21T09:59:48Z"}"#
    private let london =
        #"{"address":"towns:1","source":"towns","key":"1","title":"London","subtitle":"United Kingdom","date":null,"#
        + #""coordinate":{"latitude":51.50853,"longitude":-0.12574},"url":null,"favorite":true,"match":"title-prefix","#
        + #""matched_title":null,"alternative_titles":[],"fields":{"country":"GB","height":11}}"#
    private let tokyo =
        #"{"address":"towns:2","source":"towns","key":"2","title":"東京","subtitle":"Japan, \"capital\"","#
        + #""date":"2024-03-05T14:00:00Z","coordinate":null,"url":"https://example.org/東京?a=1&b=2","#
        + #""favorite":false,"match":"anywhere","matched_title":null,"#
        + #""alternative_titles":[],"fields":{"tags":["big","old"]}}"#

    @Test func `is one document on one line, with every key in its order`() {
        #expect(
            Answers.text(Answers.output(), .json)
                == #"{"agg":1,"command":"search","query":"lon","count":2,"truncated":false,"elapsed_ms":0.41,"matched":312,"#
                + #""sources":[\#(source)],"records":[\#(london),\#(tokyo)]}"# + "\n")
    }

    @Test(arguments: ["set limit 5", "saved", "help", "favorite towns:1", "unfavorite towns:1", "facet country"])
    func `always has lists of sources and records`(line: String) async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        let json = try JSONValue(parsing: Answers.text(try await bench.run(line), .json))
        #expect(json["sources"]?.arrayValue != nil)
        #expect(json["records"]?.arrayValue != nil)
        #expect(json["count"] != nil)
    }

    @Test(arguments: [
        ("search \"east lon\" country:\"South Africa\"", "\"east lon\" country:\"South Africa\""),
        ("list towns \"east lon\"", "\"east lon\""), ("favorites \"east lon\"", "\"east lon\""),
        ("news towns", "towns"), ("search o'fallon x\\;", "o'fallon x\\;"),
        ("explain \"east lon\"", "\"east lon\""), ("search", ""),
        ("count \"east lon\"", "\"east lon\""), ("count", ""), ("count by country lon", "by country lon"),
        ("facet country \"east lon\"", "country \"east lon\""), ("chart country lon", "country lon"),
        ("chart count of lon", "count of lon"), ("map lon", "lon"), ("map", ""),
        ("changes towns since 3d", "towns since 3d"), ("changes towns:1", "towns:1"),
    ])
    func `the query can be typed again after the name of the command`(line: String, query: String) async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        let json = try JSONValue(parsing: Answers.text(try await bench.run(line), .json))
        #expect(json["query"] == .string(query))
        // A list also needs the name of its source.
        guard let name = json["command"]?.stringValue, name != "list" else { return }
        let again = try JSONValue(parsing: Answers.text(try await bench.run("\(name) \(query)"), .json))
        #expect(again["query"] == .string(query))
    }

    @Test func `NDJSON has one record per line, without the envelope`() {
        #expect(Answers.text(Answers.output(), .ndjson) == "\(london)\n\(tokyo)\n")
        #expect(Answers.text(Answers.output([]), .ndjson) == "")
    }

    @Test func `writes unknown values as null`() throws {
        let output = Answers.output(
            [],
            statuses: [Answers.status(origin: nil, records: 0, age: nil, reason: "nothing is stored", isServed: false)],
            matched: nil)
        let source = try #require(try JSONValue(parsing: Answers.text(output, .json))["sources"]?.arrayValue?.first)
        for name in ["origin", "matched", "fetched_at", "age_s", "next_refresh"] { #expect(source[name] == .null) }
        #expect(source["state"] == "error")
        #expect(source["reason"] == "nothing is stored")
    }

    @Test(arguments: [Origin.remote, .starter, .import])
    func `names the origin`(origin: Origin) throws {
        let text = Answers.text(Answers.output([], statuses: [Answers.status(origin: origin)]), .json)
        #expect(try JSONValue(parsing: text)["sources"]?.arrayValue?.first?["origin"] == .string(origin.rawValue))
    }

    @Test func `a refresh adds its outcomes to the envelope`() throws {
        let text = Answers.text(Answers.outcomes(), .json)
        let parts = [
            #"{"agg":1,"command":"refresh","query":null,"count":2,"truncated":false,"elapsed_ms":2000,"outcomes":["#,
            #"{"source":"towns","outcome":"updated","added":1200,"changed":3,"removed":40,"skipped":1,"#,
            #""duplicates":2,"bytes":1536,"elapsed_ms":1234,"reason":null,"url":null,"#,
            #""notes":["1 skipped (item 12 has no name)","2 repeated keys; only the last record for each key was kept"]},"#,
            #"{"source":"peaks","outcome":"stale","added":0,"changed":0,"removed":0,"skipped":0,"#,
            #""duplicates":0,"bytes":0,"elapsed_ms":20,"reason":"HTTP 503","url":null,"notes":[]}],"sources":["#,
        ]
        #expect(text.hasPrefix(parts.joined()))
        #expect(text.hasSuffix(#"],"records":[]}"# + "\n"))
    }

    @Test func `keeps every character exactly`() throws {
        let text = Answers.text(Answers.output([Answers.hostile]), .json)
        #expect(text.split(separator: "\n").count == 1)
        #expect(!text.unicodeScalars.contains("\u{1B}"))
        let record = try JSONValue(parsing: text)["records"]?.arrayValue?.first
        #expect(record?["title"] == .string(Answers.hostile.record.title))
        #expect(record?["address"] == .string(Answers.hostile.address.description))
    }

    @Test func `shows why a favorite comes from its snapshot`() throws {
        let row = Answers.row("towns:5", Record(key: "5", title: "Atlantis"), absence: .source)
        let record = try JSONValue(parsing: Answers.text(Answers.output([row]), .json))["records"]?.arrayValue?.first
        #expect(record?["absence"] == "source removed")
    }

    @Test(arguments: [
        "search lon", "search", "list towns", "show towns:1", "favorite towns:1", "unfavorite towns:1", "favorites",
        "sources", "refresh towns", "set", "set limit 5", "help", "help search",
    ])
    func `every command prints the envelope`(line: String) async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        let output = try await bench.run(line)
        let text = Answers.text(output, .json)
        #expect(text.hasSuffix("}\n") && text.split(separator: "\n").count == 1)
        let document = try JSONValue(parsing: text)
        #expect(document["agg"] == 1)
        #expect(document["command"] == .string(line.split(separator: " ").first.map(String.init) ?? ""))
        #expect(document["count"]?.intValue != nil)
        #expect(document["truncated"]?.boolValue != nil)
        #expect(document["elapsed_ms"]?.doubleValue ?? -1 >= 0)
        #expect(
            document.objectValue?.members.prefix(6).map(\.name) == [
                "agg", "command", "query", "count", "truncated", "elapsed_ms",
            ])
        for line in Answers.text(output, .ndjson).split(separator: "\n") {
            #expect(throws: Never.self) { try JSONValue(parsing: String(line)) }
        }
    }

    @Test func `a command without output prints nothing`() async throws {
        let output = try await Bench().run("exit")
        for format in OutputFormat.allCases { #expect(Answers.text(output, format) == "") }
    }
}
