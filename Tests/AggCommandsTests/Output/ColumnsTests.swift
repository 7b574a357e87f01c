import AggSource
import AggTesting
import Testing

import AggCommands

@Suite struct ColumnsTests {
    private func lines(_ line: String) async throws -> [String] {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        let output = try await bench.run(line)
        return Answers.text(output, output.format ?? .csv).split(whereSeparator: \.isNewline).map(String.init)
    }

    @Test func `says how to read records whose columns do not fit the terminal`() async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        let output = try await bench.run("list peaks --columns '*'")
        let hint = "--format list"
        #expect(Answers.text(output, .table, width: 60).contains(hint))
        #expect(!Answers.text(output, .table, width: 200).contains(hint))
        #expect(!Answers.text(output, .list, width: 60).contains(hint))
    }

    @Test(arguments: [
        ("list towns --limit 1 --columns title", ["title", "London"]),
        ("list towns --limit 1 --columns country,title,key", ["country,title,key", "GB,London,1"]),
        ("list towns --limit 1 --columns 'title, country'", ["title,country", "London,GB"]),
        ("search mont --columns title,height,match", ["title,height,match", "Mont Blanc,,title-prefix"]),
        ("list peaks --limit 2 --columns height --format tsv", ["height", "", "2101"].filter { !$0.isEmpty }),
        ("show towns:4 --columns=title,url", ["title,url", "Paris,"]),
        ("favorite towns:4 --columns title,favorite", ["title,favorite", "Paris,true"]),
        ("sources --columns records,id", ["records,id", "4,towns", "2,peaks"]),
        ("set limit --columns value", ["value", "50"]),
    ])
    func `shows the requested columns in their order`(line: String, expected: [String]) async throws {
        #expect(try await lines(line) == expected)
    }

    @Test(arguments: [
        (
            "list peaks --limit 1 --columns '*'",
            [
                "address,source,title,subtitle,date,latitude,longitude,url,favorite,key,country,height",
                "peaks:b,peaks,Mont Blanc,Alps,,,,,false,b,FR,",
            ]
        ),
        (
            "search mont --columns '*,why'",
            [
                "address,source,title,subtitle,date,latitude,longitude,url,favorite,key,match,country,height,why",
                "peaks:b,peaks,Mont Blanc,Alps,,,,,false,b,title-prefix,FR,,the title begins with the query",
            ]
        ),
        (
            "list peaks --limit 1 --columns +country,+title,key",
            [
                "address,source,title,subtitle,date,latitude,longitude,url,favorite,country,key",
                "peaks:b,peaks,Mont Blanc,Alps,,,,,false,FR,b",
            ]
        ),
        ("set limit --columns '*'", ["name,value,from", "limit,50,default"]),
        ("facet country source:peaks --columns '*'", ["country,count", "FR,1"]),
        ("facet country source:peaks --columns +count", ["country,count", "FR,1"]),
    ])
    func `a star shows all columns, and a plus adds one to the usual`(line: String, expected: [String]) async throws {
        #expect(try await lines(line) == expected)
    }

    @Test(arguments: [
        ("favorites --columns title,tags,note", ["title,tags,note", "Elm,,", "Oak,mine,my own note"]),
        ("favorites --columns title,note --format tsv", ["title\tnote", "Elm\t", "Oak\tmy own note"]),
        ("favorites --columns title,note --format table", ["#  title  note", "1  Elm", "2  Oak    my own note"]),
        ("search oak --columns title,note", ["title,note", "Oak,inspected"]),
    ])
    func `the tags and note of a favorite take precedence over columns of its source`(
        line: String, expected: [String]
    ) async throws {
        let bench = try Bench()
        try await bench.hold(
            [("Oak", "inspected"), ("Elm", "felled")].map { title, note in
                Record(key: title, title: title, fields: [.init("note", .text(note)), .init("tags", .text("street"))])
            }, in: "towns")
        _ = try await bench.run("favorite towns:Oak --tag mine --note 'my own note'")
        bench.clock.advance(by: 1)
        _ = try await bench.run("favorite towns:Elm")
        let output = try await bench.run(line)
        let lines = Answers.text(output, output.format ?? .csv).split(whereSeparator: \.isNewline).map(String.init)
        #expect(lines.prefix(expected.count) == expected[...])
    }

    @Test func `columns can be added in every format`() async throws {
        let table = try await lines("list peaks --columns +height --format table")
        #expect(
            table.prefix(3) == [
                "#  title        subtitle  address  height", "1  Mont Blanc   Alps      peaks:b",
                "2  Lonely Peak            peaks:a  2101",
            ])
        let list = try await lines("list peaks --limit 1 --columns +key,+height --format list")
        #expect(list.contains("  key       b") && list.contains("  height    —"))
        let json = try await lines("list peaks --limit 1 --columns +height,+country --format ndjson")
        let record = try JSONValue(parsing: json.first ?? "")
        #expect(record["height"] == .null && record["country"] == "FR" && record["fields"]?["country"] == "FR")
        let all = try JSONValue(
            parsing: try await lines("list peaks --limit 1 --columns '*' --format ndjson").first ?? "")
        #expect(all["country"] == "FR" && all["title"] == "Mont Blanc" && all["fields"] == nil)
    }

    @Test(arguments: [
        ("list towns --limit 1 --columns title", "London\r\n", OutputFormat.csv),
        ("list towns --limit 1 --columns title,country", "London\tGB\n", .tsv),
        ("list towns --limit 1 --columns title", "| London |\n", .markdown),
        ("facet country source:peaks", "FR,1\r\n", .csv), ("set limit --columns value", "50\r\n", .csv),
    ])
    func `headings can be omitted`(line: String, expected: String, format: OutputFormat) async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        #expect(Answers.text(try await bench.run(line + " --no-header"), format) == expected)
        #expect(Answers.text(try await bench.run(line), format).hasSuffix(expected))
        #expect(Answers.text(try await bench.run(line), format) != expected)
    }

    @Test(arguments: [
        "list peaks", "list peaks --columns title", "sources", "facet country", "set", "list peaks --columns +key",
    ])
    func `a table without headings keeps all its rows`(line: String) async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        func lines(_ line: String) async throws -> ArraySlice<String> {
            var output = try await bench.run(line)
            output.elapsed = .zero
            return Answers.text(output, .table).split(separator: "\n").map(String.init)[...]
        }
        #expect(try await lines(line + " --no-header") == lines(line).dropFirst())
    }

    @Test func `a table and a list show the requested columns, even empty ones`() async throws {
        #expect(
            try await lines("list peaks --columns title,height,url --format table").dropLast(2) == [
                "#  title        height  url", "1  Mont Blanc", "2  Lonely Peak  2101",
            ])
        #expect(
            try await lines("list peaks --limit 1 --columns title,country --format list").prefix(3) == [
                "1. Mont Blanc", "  title    Mont Blanc", "  country  FR",
            ])
        #expect(
            try await lines("sources --columns id,records --format table") == [
                "id     records", "towns  4", "peaks  2",
            ])
    }

    @Test func `an underscore selects a source's column with the name of an own one in JSON, too`() async throws {
        let bench = try Bench()
        try await bench.hold(
            [Record(key: "1", title: "T", fields: [.init("key", .text("k1")), .init("url", .text("x"))])], in: "towns")
        let text = Answers.text(try await bench.run("list towns --columns '*'"), .ndjson)
        #expect(text.contains(#""key_":"k1""#) && text.contains(#""url_":"x""#))
    }

    @Test func `records in JSON have the requested members, with their types`() async throws {
        #expect(
            try await lines("list peaks --columns title,height,country,latitude,title --format ndjson") == [
                #"{"title":"Mont Blanc","height":null,"country":"FR","latitude":null}"#,
                #"{"title":"Lonely Peak","height":2101,"country":null,"latitude":null}"#,
            ])
        #expect(
            try await lines("list peaks --limit 1 --columns address --json").first?.hasSuffix(
                #""records":[{"address":"peaks:b"}]}"#) == true)
    }

    @Test func `the reason for a match is the same in all formats`() async throws {
        let reason = "the title equals the query"
        #expect(try await lines("search london --limit 1 --columns why --format csv").last == reason)
        #expect(try await lines("search london --limit 1 --columns why --format ndjson") == [#"{"why":"\#(reason)"}"#])
    }

    @Test(arguments: [
        ("list towns --columns titel", "unknown column “titel”; did you mean “title”?"),
        ("list towns --columns title,", "unknown column “”; “schema” lists the columns"),
        ("list towns --columns zzz", "unknown column “zzz”; “schema” lists the columns"),
        ("refresh --columns outcomes", "unknown column “outcomes”; did you mean “outcome”?"),
        ("sources --columns height", "unknown column “height”; the columns are id, kind, state, origin, "),
        ("sources towns --columns records", "unknown column “records”; the columns are column, kind, unit, summary"),
        ("set --columns id", "unknown column “id”; the columns are name, value, from"),
        ("saved --columns note", "unknown column “note”; the columns are name, search, watch"),
        ("doctor --columns title", "unknown column “title”; the columns are name, status, detail, remedy"),
        ("source find trees --columns title", "unknown column “title”; the columns are number, name, portal, "),
        ("list towns --columns +titel", "unknown column “titel”; did you mean “title”?"),
        ("list towns --columns '*,titel'", "unknown column “titel”; did you mean “title”?"),
        ("list towns --columns +", "unknown column “”; “schema” lists the columns"),
    ])
    func `an unknown column is a usage error`(line: String, message: String) async throws {
        let error = try await Bench().error(of: line)
        #expect(error?.status == .usage)
        #expect(error?.message.hasPrefix(message) == true && error?.message.contains("; usage: ") == true)
    }
}
