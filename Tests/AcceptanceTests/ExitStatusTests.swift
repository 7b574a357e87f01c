import AggSource
import AggTesting
import Foundation
import Glibc
import TestSupport
import Testing

extension AcceptanceTests {
    /// Every exit status of the program.
    struct ExitStatusTests {
        private func refresh(_ status: Int) async throws -> Int32 {
            let server = try await LoopbackServer.start { _ in LoopbackResponse(status: status) }
            let result = try await Agg(cities: server.url("/cities.json")).run("refresh")
            await server.stop()
            return result.status
        }

        @Test func `0 on success, even if nothing is found`() async throws {
            #expect(try await Agg().run("--offline", "search", "qqqqqq").status == 0)
        }

        @Test func `1 if a command fails`() async throws {
            #expect(try await Agg().run("show", "cities:0").status == 1)
        }

        @Test func `2 for an invalid command line, script line, or configuration`() async throws {
            #expect(try await Agg().run("nonsense").status == 2)
            #expect(try await Agg().run(input: "search --bogus\n").status == 2)
            #expect(try await Agg(configuration: "nonsense: 1").run("sources").status == 2)
            #expect(try await Agg().run("--store", "postgresql://host:port/agg", "sources").status == 2)
        }

        @Test(arguments: [(401, 4), (500, 5), (429, 7)])
        func `4, 5, or 7 if a refresh fails and nothing is stored`(answer: Int, status: Int32) async throws {
            #expect(try await refresh(answer) == status)
        }

        @Test func `6 if a refresh falls back on stored rows, or --strict rejects stale ones`() async throws {
            let agg = try Agg()
            let file = try agg.file("cities.json", CityList.sample)
            try agg.configure(cities: file)
            _ = try await agg.run("refresh")
            try FileManager.default.removeItem(at: file)
            #expect(try await agg.run("refresh").status == 6)
            #expect(try await agg.run("search", "london").status == 0)
            #expect(try await agg.run("--strict", "search", "london").status == 6)
        }

        @Test func `130 if interrupted`() async throws {
            let mayAnswer = Changing(false)
            let server = try await LoopbackServer.start { _ in
                mayAnswer.wait { $0 }
                return LoopbackResponse(status: 200)
            }
            let agg = try Agg(cities: server.url("/cities.json"))
            let terminal = try agg.session("refresh")
            try await terminal.wait(for: "cities  0 records")
            try terminal.type("\u{3}")
            let status = try await terminal.waitForExit()
            #expect(status == 130 << 8)
            mayAnswer.value = true
            await server.stop()
        }

        @Test func `the status given to exit`() async throws {
            #expect(try await Agg().run(input: "nonsense\nexit 9\n").status == 9)
        }

        @Test func `1 if standard output is full; the usual status, silently, if its reader is gone`() async throws {
            let agg = try Agg()
            let program = builtProgram("agg")
            let full = try await agg.shell("\(program) --offline search lon > /dev/full")
            #expect(full.status == 1)
            #expect(full.errors.contains("agg: cannot write to standard output: No space left on device\n"))
            let json = try await agg.shell("\(program) --quiet --json --offline search lon > /dev/full")
            #expect(json.status == 1)
            #expect(try JSONValue(parsing: json.errors)["error"]?["code"] == "not_written")
            let script = try agg.file("script", String(repeating: "list cities --limit 900\n", count: 50)).path
            let closed = try await agg.shell("(\(program) --quiet --offline < \(script); echo $? >&2) | head -1")
            #expect(closed.errors == "0\n")
            #expect(closed.output.split(separator: "\n").count == 1)
        }
    }
}
