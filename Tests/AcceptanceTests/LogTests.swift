import AggTesting
import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// The request log.
    struct LogTests {
        @Test func `goes to standard error or a file, without tokens`() async throws {
            let server = try await LoopbackServer.start { _ in .json(CityList.sample) }
            let agg = try Agg(cities: server.url("/cities.json?token=hush-hush&x=sesame-token"))
            let variables = ["GITHUB_TOKEN": "sesame-token"]
            let result = try await agg.run(arguments: ["--verbose", "refresh"], environment: variables)
            #expect(result.status == 0)
            #expect(result.errors.contains(" info 200 GET http://127.0.0.1:"))
            #expect(result.errors.contains("token=***&x=***"))
            #expect(result.errors.contains(" info cities: updated, 12 records (12 added"))
            #expect(!(result.output + result.errors).contains("hush"))
            let log = agg.folder.path("agg.log")
            let quiet = try await agg.run("--log", log, "--log-level", "debug", "refresh")
            #expect(quiet.errors.isEmpty)
            let lines = try String(contentsOfFile: log, encoding: .utf8)
            #expect(lines.contains(" debug GET http://127.0.0.1:"))
            #expect(lines.contains(" debug cities: refresh started"))
            await server.stop()
        }

        @Test func `log lines at a terminal leave nothing of the progress behind`() async throws {
            let mayAnswer = Changing(false)
            let server = try await LoopbackServer.start { request in
                if request.path == "/cities.json" { mayAnswer.wait { $0 } }
                return .json(CityList.sample)
            }
            let agg = try Agg()
            try agg.configure([
                "cities": "url: \"\(server.url("/cities.json").absoluteString)\"",
                "towns": "kind: cities, url: \"\(server.url("/towns.json").absoluteString)\"",
            ])
            let terminal = try agg.session("--verbose", "refresh", columns: 200)
            try await terminal.wait(for: " info towns: updated")
            mayAnswer.value = true
            try await terminal.wait(for: "outcome")
            #expect(!terminal.screen.text.contains("waiting for a response"))
            await server.stop()
        }

        @Test func `records a failure, and reports a log file that cannot be written`() async throws {
            let agg = try Agg()
            let missing = URL(filePath: agg.folder.path("missing/cities.json"))
            try agg.configure(cities: missing)
            let result = try await agg.run("--log-level", "warning", "refresh")
            #expect(result.errors.contains(" warning GET \(missing.absoluteString) failed after"))
            #expect(!result.errors.contains(" info "))
            let log = agg.folder.path("missing/log")
            let refused = try await agg.run("--log", log, "sources")
            #expect(refused.status == 1)
            #expect(refused.errors.contains("cannot write “"))
            #expect(refused.errors.hasSuffix("”: No such file or directory\n"))
            #expect(try await agg.run("--log-level", "loud", "sources").status == 2)
        }

        @Test func `is silent by default`() async throws {
            let agg = try Agg()
            try agg.configure(cities: try agg.file("cities.json", CityList.sample))
            #expect(try await agg.run("refresh").errors.isEmpty)
        }
    }
}
