import AggCommands
import Testing

@Suite struct ScriptSessionTests {
    @Test(arguments: [
        ("", 0), ("ok", 0), ("# nothing", 0), ("ok\n\n  \nok", 0),
        ("fail", 1), ("ok\nfail\nok", 1), ("nonsense", 2), ("ok --wrong", 2), ("five", 5), ("partly", 6),
        ("fail\nnonsense", 1), ("nonsense\nfail", 2), ("partly\nfail", 6), ("five\npartly\nok", 5),
        ("ok; nonsense; fail", 2), ("alert\nok", 10), ("alert\nfail", 1), ("fail\nalert", 1),
    ])
    func `exits with the status of the first command that failed`(script: String, status: Int32) async throws {
        #expect(try await SessionBench().run(script) == status)
    }

    @Test func `continues after a failed command`() async throws {
        let bench = try SessionBench()
        _ = await bench.run("ok\nfail\nok; nonsense; ok")
        #expect(bench.written == "ok\nok\nok\n")
    }

    @Test(arguments: [
        ("ok\nexit\nfail", 0), ("fail\nexit\nok", 1), ("fail\nexit 0\nok", 0), ("fail\nexit 9", 9), ("exit 3; fail", 3),
        ("quit", 0), (".exit 255", 255), ("partly\n\\q", 6), ("exit 300\nok", 2), ("exit 300\nexit 1", 1),
    ])
    func `exit uses its own status, or that of the script so far`(script: String, status: Int32) async throws {
        #expect(try await SessionBench().run(script) == status)
    }

    @Test func `nothing runs after exit`() async throws {
        let bench = try SessionBench()
        _ = await bench.run("ok; exit; ok\nok")
        #expect(bench.written == "ok\n")
    }

    @Test(arguments: [
        ("ok\nfail\nfive", false, 1, "ok\n"), ("nonsense; ok", false, 2, ""), ("five\nok", true, 5, "five\n"),
        ("partly\nok", false, 6, "partly\nok\n"), ("partly\nok", true, 6, "partly\n"),
    ])
    func `with bail, stops at the first failure, or at a partial one only if strict`(
        script: String, strict: Bool, status: Int32, written: String
    ) async throws {
        let bench = try SessionBench()
        #expect(await bench.run(script, bail: true, strict: strict) == status)
        #expect(bench.written == written)
    }

    @Test(arguments: [(false, 0), (true, 6)])
    func `stale rows are a partial failure only if strict`(strict: Bool, status: Int32) async throws {
        #expect(try await SessionBench().run("stale\nok", strict: strict) == status)
    }

    @Test(arguments: [
        ("ok\n\n# x\nfail", "agg: line 4: it is broken\n"),
        ("fail; fail", "agg: line 1: it is broken\nagg: line 1: it is broken\n"),
        (
            "ok\nnonsense",
            "agg: line 2: unknown command “nonsense”; to search for words, use “search”; “help” lists the commands\n"
        ),
        ("\r\nfail\r\n", "agg: line 2: it is broken\n"),
    ])
    func `an error reports its line`(script: String, complaints: String) async throws {
        let bench = try SessionBench()
        _ = await bench.run(script)
        #expect(bench.complaints == complaints)
    }

    @Test(arguments: ["ok\nfail --json", "set mode json\nfail", "set mode ndjson\nfail", "ok\nfail --format ndjson"])
    func `an error is one document if JSON was requested`(script: String) async throws {
        let bench = try SessionBench()
        _ = await bench.run(script)
        #expect(
            bench.complaints
                == #"{"agg":1,"error":{"code":"broken","message":"it is broken","source":"towns","line":2}}"# + "\n")
    }

    @Test func `a usage error in a line that requests JSON is also a document`() async throws {
        let bench = try SessionBench()
        _ = await bench.run("ok --wrong --json")
        #expect(bench.complaints.hasPrefix(#"{"agg":1,"error":{"code":"usage","message":"unknown option --wrong"#))
    }

    @Test func `an error comes after earlier output`() async throws {
        let bench = try SessionBench()
        _ = await bench.run("ok\nfail")
        #expect(bench.written == "ok\n")
        #expect(!bench.complaints.isEmpty)
    }

    @Test func `settings last until the end of the script`() async throws {
        let bench = try SessionBench()
        _ = await bench.run("set mode json\nok")
        #expect(bench.written.hasSuffix(#","text":"ok","sources":[],"records":[]}"# + "\n"))
    }
}
