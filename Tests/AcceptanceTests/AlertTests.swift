import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// Watched searches: above the prompt, from cron, through a command, and through a webhook.
    struct AlertTests {
        private static let atlantis = CityList.city(1, "Atlantis", "GR", 36, 25)

        /// The list of sample cities, with more added.
        private static func list(_ more: [String] = []) -> String {
            let known = CityList.sample.dropFirst().dropLast().components(separatedBy: ",\n")
            return CityList.list(known + more)
        }

        /// A home whose cities come from a file, with a watched search for Greek cities.
        private static func home(_ options: String = "--watch") async throws -> (agg: Agg, file: URL) {
            let agg = try Agg()
            let file = try agg.file("cities.json", list())
            try agg.configure(["cities": "url: \"\(file.absoluteString)\", fresh_for: 1s"])
            #expect(try await agg.run("refresh").status == 0)
            #expect(try await agg.run("-c", "save greek search country:GR \(options)").status == 0)
            return (agg, file)
        }

        private static func write(_ text: String, to file: URL) throws { try Data(text.utf8).write(to: file) }

        @Test func `alerts prints each new match once and exits with its own status`() async throws {
            let (agg, file) = try await Self.home()
            #expect(try await agg.run("alerts").status == 0)
            try Self.write(Self.list([Self.atlantis]), to: file)
            let refresh = try await agg.run("refresh")
            #expect(refresh.errors.contains("! greek: 1 new match: Atlantis; run “alerts”"))
            let alerts = try await agg.run("alerts", "--json")
            #expect(alerts.status == 10)
            #expect(try alerts.titles == ["Atlantis"])
            #expect(try alerts.json["records"]?.arrayValue?.first?["search"] == "greek")
            #expect(try await agg.run("alerts").status == 0)
            #expect(try await agg.run("alerts", "--all", "--json").titles == ["Atlantis"])
        }

        @Test func `a match that could not be printed is reported the next time`() async throws {
            let (agg, file) = try await Self.home()
            try Self.write(Self.list([Self.atlantis]), to: file)
            #expect(try await agg.run("refresh").status == 0)
            let full = try await agg.shell("'\(builtProgram("agg"))' alerts > /dev/full")
            #expect(full.status != 0)
            #expect(try await agg.run("alerts").status == 10)
        }

        @Test func `a repeated command reports each new match once`() async throws {
            let (agg, file) = try await Self.home()
            try Self.write(Self.list([Self.atlantis]), to: file)
            #expect(try await agg.run("refresh").status == 0)
            let watched = try await agg.run("watch", "--times", "2", "0.1", "alerts")
            #expect(watched.status == 10)
            #expect(watched.output.ranges(of: "Atlantis").count == 1)
            #expect(try await agg.run("alerts").status == 0)
        }

        @Test func `a due refresh is silent unless something happened, and skipped while another runs`() async throws {
            let (agg, file) = try await Self.home()
            try StoreFile("mirror.sqlite", of: agg).age(seconds: 3)
            let quiet = try await agg.run("refresh", "--due")
            #expect(quiet.status == 0 && quiet.output.isEmpty && quiet.errors.isEmpty)
            try Self.write(Self.list([Self.atlantis]), to: file)
            try StoreFile("mirror.sqlite", of: agg).age(seconds: 3)
            let lock = open(agg.folder.path("store/refresh.lock"), O_RDWR | O_CLOEXEC)
            #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
            let second = try await agg.run("refresh", "--due")
            #expect(second.status == 0 && second.output.isEmpty && second.errors.isEmpty)
            close(lock)
            let loud = try await agg.run("refresh", "--due")
            #expect(loud.status == 0 && loud.output.contains("Atlantis") && loud.errors.isEmpty)
            try FileManager.default.removeItem(at: file)
            try StoreFile("mirror.sqlite", of: agg).age(seconds: 3)
            let failed = try await agg.run("refresh", "--due")
            #expect(failed.status == 6 && failed.output.isEmpty && failed.errorLines.count == 1)
            let doctor = try await agg.run("--offline", "doctor", "--format", "csv")
            #expect(doctor.output.contains("“refresh --due” last ran"))
        }

        @Test func `a new match appears above the prompt`() async throws {
            let (agg, file) = try await Self.home()
            try Self.write(Self.list([Self.atlantis]), to: file)
            try StoreFile("mirror.sqlite", of: agg).age(seconds: 3)
            let terminal = try agg.session()
            try await terminal.wait(for: "! greek: 1 new match: Atlantis; run “alerts”")
            try terminal.type("alerts\r")
            try await terminal.wait(for: "cities:1")
            try await terminal.waitForPrompt()
            try terminal.type("exit\r")
            #expect(try await terminal.waitForExit() == 0)
            #expect(try await agg.run("alerts").status == 0)
        }

        @Test func `a command reads the new matches as JSON`() async throws {
            let (agg, file) = try await Self.home("--watch --notify 'cat > \"$HOME/got.json\"'")
            try Self.write(Self.list([Self.atlantis]), to: file)
            let refresh = try await agg.run("refresh")
            #expect(refresh.status == 0 && refresh.errors.contains("! greek: 1 new match: Atlantis; sent"))
            let text = try String(contentsOfFile: agg.folder.path("got.json"), encoding: .utf8)
            let document = try JSONValue(parsing: text)
            #expect(document["search"] == "greek" && document["line"] == "search country:GR")
            #expect(document["records"]?.arrayValue?.first?["address"] == "cities:1")
            #expect(try await agg.run("alerts").status == 0)
        }

        @Test func `a loopback webhook gets signed matches, and gets them again after a failure`() async throws {
            let fails = Changing(true)
            let server = try await LoopbackServer.start { _ in
                defer { fails.value = false }
                return LoopbackResponse(status: fails.value ? 400 : 204)
            }
            let (agg, file) = try await Self.home("--watch --webhook \(server.url("/hook"))")
            try Self.write(Self.list([Self.atlantis]), to: file)
            let secret = ["AGG_WEBHOOK_SECRET": "s3cret"]
            let failed = try await agg.run("refresh", environment: secret)
            #expect(failed.status == 1)
            #expect(failed.errors.contains("cannot send the new matches for greek: HTTP 400"))
            #expect(try await agg.run("alerts", environment: secret).status == 0)
            let requests = await server.requests
            #expect(requests.count == 2 && requests.allSatisfy { $0.path == "/hook" })
            let body = try #require(requests.last?.body)
            #expect(try JSONValue(parsing: body)["records"]?.arrayValue?.first?["attempt"] == 2)
            let code = MessageCode.hexadecimal(of: body, key: Array("s3cret".utf8))
            #expect(requests.last?.headers["X-Agg-Signature"] == "sha256=\(code)")
            #expect(try await agg.run("alerts", environment: secret).status == 0)
            #expect(await server.requests.count == 2)
            await server.stop()
        }

        @Test func `a refresh with more changes than are kept reports every match`() async throws {
            let (agg, file) = try await Self.home()
            try agg.configure(
                ["cities": "url: \"\(file.absoluteString)\", fresh_for: 1s"], "changes: {limit: 100}")
            let towns = (1_000..<1_300).map { CityList.city($0, "Polis \($0)", "GR", 36, 25) }
            try Self.write(Self.list(towns), to: file)
            #expect(try await agg.run("refresh").status == 0)
            #expect(try await agg.run("alerts", "--limit", "all", "--json").titles.count == 300)
            // Once they are reported, the next refresh keeps only the usual number.
            try Self.write(Self.list(towns + [Self.atlantis]), to: file)
            #expect(try await agg.run("refresh").status == 0)
            #expect(try await agg.run("alerts", "--json").titles == ["Atlantis"])
            let changes = try await agg.run("changes", "since", "1d", "--limit", "all", "--json")
            #expect(try changes.json["changes"]?.arrayValue?.count == 100)
        }
    }
}
