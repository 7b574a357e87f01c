import AggSource
import AggStorage
import AggTesting
import Testing

import AggCommands

@Suite struct CommandRunnerTests {
    @Test func `an empty command does nothing`() async throws {
        guard try await Bench().run("").body == nil else {
            Issue.record("another answer was expected")
            return
        }
    }

    @Test(arguments: ["frobnicate", "--help", "search-all", "."])
    func `an unknown command is a usage error`(line: String) async throws {
        let error = try await Bench().error(of: line)
        #expect(error?.code == "unknown_command")
        #expect(error?.status == .usage)
    }

    @Test(arguments: ["search --help", "search lon --help", ".find --help", "sql --help", "run --help", "set --help"])
    func `--help after a command explains it`(line: String) async throws {
        guard let text = (try await Bench().run(line).body as? TextAnswer)?.text else {
            Issue.record("help was expected")
            return
        }
        #expect(text.contains("usage") || text.contains("\n"))
        #expect(try await Bench().run(line).command == "help")
    }

    @Test(arguments: ["sources -h", "search -h", "source add -h", "favorites export -h", "help -h"])
    func `-h by itself explains a command, like --help`(line: String) async throws {
        let output = try await Bench().run(line)
        #expect(output.command == "help")
        let help = try await Bench().run(line.replacing("-h", with: "--help"))
        #expect(Answers.text(output, .table) == Answers.text(help, .table))
    }

    @Test(arguments: ["search \"--help\"", "search -- --help", "search '-h'", "search pizza -h", "search -h pizza"])
    func `a query may contain --help or -h`(line: String) async throws {
        #expect(try await Bench().run(line).command == "search")
    }

    @Test(arguments: [("sources", nil), ("sources --json", OutputFormat.json), ("favorites --format=csv", .csv)])
    func `passes on the requested format`(line: String, format: OutputFormat?) async throws {
        #expect(try await Bench().run(line).format == format)
    }

    @Test(arguments: ["search lon", "find lon", ".search lon"])
    func `reports a command by its own name instead of an alias`(line: String) async throws {
        #expect(try await Bench().run(line).command == "search")
    }
}

@Suite struct MaxAgeTests {
    private static let answers: [String: [StubHTTPClient.Answer]] = [
        "/towns": [.text("9|London New Town\n1|London\n2|Londrina\n")]
    ]

    @Test func `first refreshes sources that are older`() async throws {
        var bench = try Bench(sources: ["towns"], answers: Self.answers)
        try await bench.hold(.towns, in: "towns", age: 7_200)
        bench.policy.maxAge = .seconds(3_600)
        let output = try await bench.run("search new town")
        #expect(output.titles == ["London New Town"])
        #expect(output.errors == [])
        #expect(output.sources.first?.age == .zero)
    }

    @Test func `showing a row of the last answer refreshes only its source`() async throws {
        var bench = try Bench(answers: Self.answers)
        try await bench.holdTownsAndPeaks(age: 7_200)
        _ = try await bench.run("search london")
        bench.policy.maxAge = .seconds(3_600)
        let output = try await bench.run("show 1")
        #expect(output.errors == [])
        #expect(output.sources.map(\.id) == [.stub] && output.sources.first?.age == .zero)
    }

    @Test(arguments: [
        ("facet country source:peaks", ["peaks"]), ("chart country source:peaks", ["peaks"]),
        ("map source:peaks", ["peaks"]), ("count source:peaks", ["peaks"]), ("near 1,2 5km source:peaks", ["peaks"]),
        ("search lon --source peaks", ["peaks"]), ("explain lon source:peaks", ["peaks"]),
        ("search paris OR source:peaks", ["peaks", "towns"]), ("facet country", ["peaks", "towns"]),
        ("news peaks", ["peaks"]), ("news", ["peaks", "towns"]), ("news --read all", []),
        ("changes peaks", ["peaks"]), ("changes peaks:a", ["peaks"]), ("changes since 1d", ["peaks", "towns"]),
    ])
    func `refreshes only the sources of the query`(line: String, sources: [String]) async throws {
        var bench = try Bench()
        try await bench.holdTownsAndPeaks(age: 7_200)
        bench.policy.maxAge = .seconds(3_600)
        let output = try await bench.run(line)
        #expect(output.errors.compactMap(\.source?.description).sorted() == sources)
    }

    @Test func `does not refresh sources that are recent enough`() async throws {
        var bench = try Bench(sources: ["towns"], answers: Self.answers)
        try await bench.hold(.towns, in: "towns", age: 60)
        bench.policy.maxAge = .seconds(3_600)
        #expect(try await bench.run("search new town").titles == [])
    }

    @Test func `zero always refreshes`() async throws {
        var bench = try Bench(sources: ["towns"], answers: Self.answers)
        try await bench.hold(.towns, in: "towns", age: 1)
        bench.policy.maxAge = .zero
        #expect(try await bench.run("search new town").titles == ["London New Town"])
    }

    @Test func `tries a source that fails once instead of for every command`() async throws {
        var bench = try Bench(sources: ["towns"])
        bench.policy.maxAge = .seconds(3_600)
        #expect(try await bench.run("search paris").errors.map(\.code) == ["offline"])
        #expect(try await bench.run("search paris").errors == [])
        bench.policy.maxAge = .zero
        #expect(try await bench.run("search paris").errors.map(\.code) == ["offline"])
    }

    @Test(arguments: [Origin.starter, .import])
    func `fetches a source without an age`(origin: Origin) async throws {
        var bench = try Bench(sources: ["towns"], answers: Self.answers)
        try await bench.hold(.towns, in: "towns", origin: origin, age: 7_200)
        bench.policy.maxAge = .seconds(3_600)
        #expect(try await bench.run("search new town").titles == ["London New Town"])
    }

    @Test func `reports a failure and uses the stored rows`() async throws {
        var bench = try Bench(sources: ["towns"])
        try await bench.hold(.towns, in: "towns", age: 7_200)
        bench.policy.maxAge = .seconds(3_600)
        let output = try await bench.run("search paris")
        #expect(output.titles == ["Paris"])
        #expect(output.errors.map(\.code) == ["offline"])
        #expect(output.status == .done)
        bench.policy.isStrict = true
        #expect(try await bench.run("search paris").status == .partial)
    }

    @Test(arguments: ["sources", "help", "set limit 5"])
    func `applies only to commands that show rows`(line: String) async throws {
        var bench = try Bench(sources: ["towns"])
        bench.policy.maxAge = .zero
        #expect(try await bench.run(line).errors == [])
    }
}

@Suite struct StrictTests {
    private func status(_ line: String, _ prepare: (Bench) async throws -> Void) async throws -> Status {
        var bench = try Bench()
        bench.policy.isStrict = true
        try await prepare(bench)
        return try await bench.run(line).status
    }

    @Test(arguments: [
        "search lon", "list towns", "show towns:1", "search lon --source towns", "chart count of lon",
        "chart height of source:peaks",
    ])
    func `fresh rows exit with 0`(line: String) async throws {
        #expect(try await status(line) { try await $0.holdTownsAndPeaks() } == .done)
    }

    @Test(arguments: [
        "search lon", "list towns", "show towns:1", "chart count of lon", "chart height of source:peaks",
        "chart height of peaks:a",
    ])
    func `stale rows exit with 6`(line: String) async throws {
        #expect(try await status(line) { try await $0.holdTownsAndPeaks(age: 90_000) } == .partial)
    }

    @Test(arguments: ["search lon", "list towns", "show towns:1"])
    func `rows kept after a failed refresh exit with 6`(line: String) async throws {
        let status = try await status(line) { bench in
            try await bench.holdTownsAndPeaks()
            try await bench.fail("towns", .http(status: 503))
        }
        #expect(status == .partial)
    }

    @Test(arguments: ["list towns", "search qqqq --source towns", "facet country source:towns"])
    func `finding nothing in a source without rows exits with 6`(line: String) async throws {
        #expect(try await status(line) { _ in } == .partial)
        #expect(try await status(line) { try await $0.fail("towns", .http(status: 503)) } == .partial)
        #expect(try await status(line) { try await $0.hold(.towns, in: "towns", age: 60) } == .done)
    }

    @Test(arguments: ["favorites", "search"])
    func `an empty list of favorites exits with 0`(line: String) async throws {
        #expect(try await status(line) { try await $0.hold(.towns, in: "towns", origin: .starter) } == .done)
    }

    @Test(arguments: ["search lon", "list towns", "show towns:1"])
    func `the rows of a starter sample exit with 6`(line: String) async throws {
        #expect(try await status(line) { try await $0.hold(.towns, in: "towns", origin: .starter) } == .partial)
    }

    @Test func `stale rows that are not in the results do not count`() async throws {
        let status = try await status("search mont") { bench in
            try await bench.hold(.towns, in: "towns", age: 90_000)
            try await bench.hold(.peaks, in: "peaks")
        }
        #expect(status == .done)
    }

    @Test func `stale rows exit with 0 without --strict`() async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks(age: 90_000)
        #expect(try await bench.run("search lon").status == .done)
    }

    @Test(arguments: ["sources", "help", "set"])
    func `commands without rows exit with 0`(line: String) async throws {
        #expect(try await status(line) { try await $0.holdTownsAndPeaks(age: 90_000) } == .done)
    }
}

@Suite struct CacheOffTests {
    @Test(arguments: ["search lon --source towns", "list towns"])
    func `a stale source gives no rows, with the reason`(line: String) async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks(age: 90_000)
        _ = try await bench.run("set cache off")
        let output = try await bench.run(line)
        #expect(output.titles == [])
        #expect(output.sources.map(\.isServed) == [false])
        #expect(output.sources.map(\.reason) == ["older than 24 h"])
        _ = try await bench.run("set cache on")
        #expect(try await bench.run(line).titles != [])
    }

    @Test func `a source whose last refresh failed gives no rows until one succeeds`() async throws {
        let bench = try Bench(answers: [
            "/towns": [.failure(.http(status: 503)), .text("1|London\n2|Londrina\n3|East London\n")]
        ])
        try await bench.holdTownsAndPeaks()
        _ = try await bench.run("set cache off")
        #expect(try await bench.run("list towns").titles.count == 4)
        _ = try await bench.run("refresh towns")
        #expect(try await bench.run("list towns").titles == [])
        #expect(try await bench.run("list towns").sources.first?.reason == "HTTP 503")
        _ = try await bench.run("refresh towns")
        #expect(try await bench.run("list towns").titles.count == 3)
    }

    @Test func `fresh sources give rows as usual`() async throws {
        let bench = try Bench()
        try await bench.hold(.towns, in: "towns", age: 90_000)
        try await bench.hold(.peaks, in: "peaks")
        _ = try await bench.run("set cache off")
        #expect(try await bench.run("search lon").titles == ["Lonely Peak"])
    }

    @Test(arguments: [
        "search lon", "list towns", "near 51,0 5km", "facet country", "map lon", "explain lon", "chart count of lon",
    ])
    func `fails with the reason if none of the queried sources gives rows`(line: String) async throws {
        let bench = try Bench(sources: ["towns"])
        try await bench.hold(.towns, in: "towns", age: 90_000)
        #expect(try await bench.run(line).status == .done)
        _ = try await bench.run("set cache off")
        let output = try await bench.run(line)
        #expect(output.status == .failed)
        #expect(output.errors.map(\.message) == ["no rows from towns because the cache is off: older than 24 h"])
        for format in OutputFormat.allCases where format != .json {
            #expect(Answers.text(output, format).isEmpty)
        }
        #expect(try JSONValue(parsing: Answers.text(output, .json))["count"] == 0)
    }

    @Test func `an answer that is only an error is not shown again`() async throws {
        let bench = try Bench()
        try await bench.hold(.towns, in: "towns", age: 90_000)
        _ = try await bench.run("search paris")
        _ = try await bench.run("set cache off")
        _ = try await bench.run("search lon")
        #expect(try await bench.run("last").titles == ["Paris"])
    }

    @Test func `succeeds if another source gives rows, and reports what is missing`() async throws {
        let bench = try Bench()
        try await bench.hold(.towns, in: "towns", age: 90_000)
        try await bench.hold(.peaks, in: "peaks")
        _ = try await bench.run("set cache off")
        let output = try await bench.run("search lon")
        #expect(output.status == .done)
        #expect(output.errors.map { $0.source?.description } == ["towns"])
        #expect(try await bench.run("search").errors.isEmpty)
        #expect(try await bench.run("facet title").errors.map { $0.source?.description } == ["towns"])
    }

    @Test func `a favorite is shown from its snapshot`() async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks(age: 90_000)
        _ = try await bench.run("favorite towns:1")
        _ = try await bench.run("set cache off")
        #expect(try await bench.run("show towns:1").titles == ["London"])
        #expect(try await bench.run("favorites").titles == ["London"])
        #expect(try await bench.run("favorites").status == .done)
        #expect(try await bench.run("favorites").errors.isEmpty)
        #expect(
            await bench.error(of: "show towns:2")?.message
                == "no rows from towns because the cache is off: older than 24 h")
    }
}
