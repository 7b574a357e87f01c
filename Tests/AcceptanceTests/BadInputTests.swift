import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// Options known from other programs, before the command.
    struct HabitOptionTests {
        @Test(arguments: [
            ("-v", "“--verbose” logs requests"), ("-f", "“agg < FILE” runs"), ("--csv", "“--format csv”"),
            ("--limit", "put it after the command: agg search … --limit"), ("--ofline", "“--offline”"),
        ])
        func `suggests the option that agg has`(option: String, advice: String) async throws {
            let result = try await Agg().run(option, "3", "search", "lon")
            #expect(result.status == 2)
            #expect(result.errors.hasPrefix("agg: unknown option \(option)") && result.errors.contains(advice))
        }

        @Test func `accepts the usual short names`() async throws {
            let agg = try Agg()
            #expect(try await agg.run("-V").output == agg.run("--version").output)
            #expect(try await agg.run("-h").output == agg.run("--help").output)
            #expect(try await agg.run("search", "london").errors.contains("sample"))
            let quiet = try await agg.run("-q", "search", "london")
            #expect(quiet.status == 0 && quiet.errors.isEmpty)
        }
    }

    /// Bad responses: one clear message, the right exit status, and no change to stored rows.
    struct BadInputTests {
        @Test(arguments: [
            "this is no JSON", "{\"cities\": true}", "\"text\"", "[{\"name\": \"A\"", "[1, 2, 3]", "[{}]",
            "<html><body>maintenance</body></html>", "[{\"country\":\"GB\",\"name\":\"Lon", "",
        ])
        func `keeps the rows when the response is not a list of cities`(answer: String) async throws {
            let agg = try Agg()
            try agg.configure(cities: try agg.file("cities.json", CityList.sample))
            _ = try await agg.run("refresh")
            _ = try agg.file("cities.json", answer)
            let refresh = try await agg.run("refresh", "--json")
            #expect(refresh.status == 6)
            #expect(try refresh.outcome("outcome") == "stale")
            #expect(refresh.errors.split(separator: "\n").count == 1)
            #expect(refresh.errors.contains("invalid data"))
            #expect(try await agg.run("sources", "--json").source("records") == 12)
        }

        @Test func `skips items that are not cities, and counts the skipped items and the repeated ids`() async throws {
            let items = [
                "{\"country\":\"GB\",\"_id\":1,\"coord\":{\"lon\":1,\"lat\":1}}",
                "{\"country\":\"GB\",\"name\":\"No id\",\"coord\":{\"lon\":1,\"lat\":1}}",
                CityList.city(2, "Far out", "GB", 91, 0), CityList.city(3, "First", "GB", 1, 1),
                CityList.city(3, "Last", "GB", 1, 1),
            ]
            let agg = try Agg()
            try agg.configure(cities: try agg.file("cities.json", CityList.list(items)))
            let refresh = try await agg.run("refresh")
            #expect(refresh.status == 0)
            #expect(refresh.output.contains("3 skipped (item 1 has no name; item 2 has no id; item 3"))
            #expect(refresh.output.contains("1 repeat"))
            #expect(try await agg.run("search", "last", "--json").titles == ["Last"])
        }

        @Test func `holds back a response with fewer than half of the rows`() async throws {
            let agg = try Agg()
            try agg.configure(cities: try agg.file("cities.json", CityList.sample))
            _ = try await agg.run("refresh")
            _ = try agg.file("cities.json", CityList.plain(5))
            let held = try await agg.run("refresh", "--json")
            #expect(held.status == 6)
            #expect(try held.outcome("outcome") == "stale")
            #expect(try held.outcome("reason")?.stringValue?.contains("--force") == true)
            let forced = try await agg.run("refresh", "--force", "--json")
            #expect(forced.status == 0)
            #expect(try forced.outcome("removed") == 12)
        }

        @Test(arguments: [
            (404, 5, "404"), (500, 5, "500"), (503, 5, "503"), (401, 4, "401"), (403, 4, "403"),
            (429, 7, "rate limited"),
        ])
        func `reports the HTTP status and exits with the matching status`(code: Int, status: Int32, text: String)
            async throws
        {
            let server = try await LoopbackServer.start { _ in
                LoopbackResponse(status: code, headers: code == 429 ? ["Retry-After": "3600"] : [:])
            }
            let agg = try Agg(cities: server.url("/cities.json"))
            let refresh = try await agg.run("refresh")
            #expect(refresh.status == status)
            #expect(refresh.errors.contains(text))
            await server.stop()
        }

        @Test func `prints no control characters from remote text, except in JSON`() async throws {
            let name = "Evil\\u001b[2J\\u202eTown\\u0007"
            let agg = try Agg()
            try agg.configure(cities: try agg.file("cities.json", CityList.list([CityList.city(1, name, "GB", 1, 1)])))
            _ = try await agg.run("refresh")
            for format in ["table", "list", "markdown", "html"] {
                let output = try await agg.run("--color", "never", "search", "evil", "--format", format).output
                #expect(output.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 32 && $0.value != 0x202E })
            }
            #expect(try await agg.run("search", "evil", "--json").titles == ["Evil\u{1B}[2J\u{202E}Town\u{7}"])
        }

        @Test func `reports all configuration errors at once, with lines and fixes`() async throws {
            let agg = try Agg(
                configuration: """
                    sources:
                      - {id: cities, ur: "https://example.org"}
                      - {id: more, kind: citys}
                    favorites: {limit: many}
                    """)
            let result = try await agg.run("sources")
            #expect(result.status == 2)
            let lines = result.errors.split(separator: "\n")
            #expect(lines.count == 3)
            #expect(result.errors.contains("config.yml:2") && result.errors.contains("did you mean “url”"))
            #expect(result.errors.contains("config.yml:3") && result.errors.contains("config.yml:4"))
            let json = try await agg.run("--json", "sources").errors
            #expect(try JSONFaults(json).count == 3)
        }
    }
}

/// The faults in a JSON error document.
private struct JSONFaults {
    let count: Int

    init(_ text: String) throws {
        count = try JSONValue(parsing: text)["faults"]?.arrayValue?.count ?? 0
    }
}
