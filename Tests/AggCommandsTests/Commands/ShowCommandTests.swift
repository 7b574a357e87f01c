import AggSource
import AggTesting
import Testing

import AggCommands

@Suite struct ShowCommandTests {
    @Test func `shows a record by its address`() async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        #expect(try await bench.run("show peaks:b").titles == ["Mont Blanc"])
    }

    @Test func `shows a row of the last results by its number`() async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        _ = try await bench.run("search lon --source towns")
        #expect(try await bench.run("show 2").titles == ["Londrina"])
        _ = try await bench.run("list peaks")
        #expect(try await bench.run("show 2").titles == ["Lonely Peak"])
    }

    @Test(arguments: ["show 1 2", "show towns:1 2", "related 1 2"])
    func `a second record is a usage error that says what to do`(line: String) async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        _ = try await bench.run("list towns")
        let error = try #require(await bench.error(of: line))
        let name = line.prefix { $0 != " " }
        let message =
            "unexpected “2”: “\(name)” takes one record, so run it once for each record; usage: \(name) ADDRESS|N"
        #expect(error.message.hasPrefix(message) && error.status == .usage, "\(error.message)")
    }

    @Test func `row numbers still refer to the last results after commands without results`() async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        _ = try await bench.run("list towns")
        for line in ["show 1", "sources", "set limit 10", "favorite 2", "help", "show 2"] {
            _ = try await bench.run(line)
        }
        #expect(try await bench.run("show 4").titles == ["East London"])
    }

    @Test(arguments: [
        ("show 5", "no such row: 5; the last results have rows 1 to 4"),
        ("show 0", "no such row: 0; the last results have rows 1 to 4"),
        ("show -1", "no such row: -1; the last results have rows 1 to 4"),
        ("favorite 5", "no such row: 5; the last results have rows 1 to 4"),
    ])
    func `a number beyond the last results fails`(line: String, message: String) async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        _ = try await bench.run("list towns")
        #expect(await bench.error(of: line) == CommandError(code: "no_such_row", message: message))
    }

    @Test func `a number before any results fails`() async throws {
        #expect(
            try await Bench().error(of: "show 1")
                == CommandError(code: "no_such_row", message: "no such row: 1; there are no earlier results")
        )
    }

    @Test func `a number beyond a single row fails`() async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        _ = try await bench.run("search lonely peak")
        #expect(await bench.error(of: "show 2")?.message == "no such row: 2; the last results have only one row")
    }

    @Test func `a number after empty results fails`() async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        _ = try await bench.run("search london")
        _ = try await bench.run("search qqqq")
        #expect(await bench.error(of: "show 1")?.message == "no such row: 1; the last results have no rows")
    }

    @Test(arguments: [["show", "1"], ["favorite", "1"], ["unfavorite", "2"]])
    func `a number on the program's own command line is a usage error`(arguments: [String]) async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        let error = await #expect(throws: CommandError.self) { try await bench.runOneShot(arguments) }
        #expect(error?.status == .usage)
        #expect(error?.message.contains("row numbers work only after a search") == true)
    }

    @Test(arguments: ["show london", "show Towns:1", "show towns:", "show :1", "show", "show towns:1 towns:2"])
    func `a word that is not an address is a usage error`(line: String) async throws {
        #expect(try await Bench().error(of: line)?.status == .usage)
    }

    @Test(arguments: [
        ("show towns:99", "no such record: towns:99; its source does not contain it"),
        ("show volcanoes:1", "no such record: volcanoes:1; unknown source “volcanoes”; use one of peaks, towns"),
    ])
    func `an address without a record fails with the reason`(line: String, message: String) async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        let error = await bench.error(of: line)
        #expect(error?.message == message)
        #expect(error?.status == .failed)
        #expect(error?.code == "no_such_record")
    }

    @Test(arguments: ["show towns:99", "favorite towns:99", "related towns:99", "near towns:99"])
    func `a sample does not tell whether its source contains a record`(line: String) async throws {
        var bench = try Bench()
        try await bench.hold(.towns, in: "towns", origin: .starter)
        let sample = "no such record: towns:99; the source towns has only its starter sample; to fetch the full data, "
        #expect(await bench.error(of: line)?.message == sample + "run “refresh towns”")
        bench.context.isOffline = true
        #expect(await bench.error(of: line)?.message == sample + "start agg without --offline")
        bench.context.isServed = true
        #expect(await bench.error(of: line)?.message == sample + "refresh it")
    }

    @Test func `a key may contain colons and spaces`() async throws {
        let bench = try Bench()
        try await bench.hold([.init(key: "https://x.org/a b", title: "Odd")], in: "towns")
        #expect(try await bench.run("show towns:\"https://x.org/a b\"").titles == ["Odd"])
        #expect(try await bench.run(#"show towns:https://x.org/a\ b"#).titles == ["Odd"])
        #expect(try await bench.runOneShot(["show", "towns:https://x.org/a b"]).titles == ["Odd"])
    }
}
