import AggCore
import AggTesting
import Testing

@testable import AggCommands

@Suite struct ColumnsTests {
    private func lines(_ line: String) async throws -> [String] {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        let output = try await bench.run(line)
        return Answers.text(output, output.format ?? .csv).split(whereSeparator: \.isNewline).map(String.init)
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
    func `names the columns in their order`(line: String, expected: [String]) async throws {
        #expect(try await lines(line) == expected)
    }

    @Test func `a table and a list show the columns that were asked for, empty ones too`() async throws {
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

    @Test func `records in JSON have the members that were asked for, with their types`() async throws {
        #expect(
            try await lines("list peaks --columns title,height,country,latitude,title --format ndjson") == [
                #"{"title":"Mont Blanc","height":null,"country":"FR","latitude":null}"#,
                #"{"title":"Lonely Peak","height":2101,"country":null,"latitude":null}"#,
            ])
        #expect(
            try await lines("list peaks --limit 1 --columns address --json").first?.hasSuffix(
                #""records":[{"address":"peaks:b"}]}"#) == true)
    }

    @Test(arguments: [
        ("list towns --columns titel", "there is no column “titel”; did you mean “title”?"),
        ("list towns --columns title,", "there is no column “”"),
        ("sources --columns nothing", "there is no column “nothing”"),
    ])
    func `an unknown column is a usage error`(line: String, message: String) async throws {
        let error = try await Bench().error(of: line)
        #expect(error?.status == .usage)
        #expect(error?.message.hasPrefix(message + "; usage: ") == true)
    }
}
