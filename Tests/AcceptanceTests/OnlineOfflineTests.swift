import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// One store, first online, then offline: stored rows are still used, and the reason is shown.
    struct OnlineOfflineTests {
        @Test func `keeps working after a loopback server goes away`() async throws {
            let server = try await LoopbackServer.start { _ in .json(CityList.sample) }
            let agg = try Agg(cities: server.url("/cities.json"))
            let refresh = try await agg.run("refresh", "--json")
            #expect(refresh.status == 0)
            #expect(try refresh.outcome("outcome") == "updated")
            #expect(try refresh.outcome("added") == 12)

            await server.stop()
            let offline = try await agg.run("refresh", "--json")
            #expect(offline.status == 6)
            #expect(try offline.outcome("outcome") == "stale")
            #expect(offline.errors.contains("offline"))

            let search = try await agg.run("search", "lon", "--json")
            #expect(search.status == 0)
            #expect(try search.titles == ["London", "London", "London"])
            #expect(try search.source("stale") == true)
            #expect(try search.source("origin") == "remote")
            #expect(try search.source("reason")?.stringValue?.contains("offline") == true)
        }

        @Test func `keeps working after a file is deleted`() async throws {
            let agg = try Agg()
            let file = try agg.file("cities.json", CityList.sample)
            try agg.configure(cities: file)
            #expect(try await agg.run("refresh").status == 0)
            #expect(try await agg.run("refresh", "--json").outcome("outcome") == "unchanged")

            try FileManager.default.removeItem(at: file)
            let refresh = try await agg.run("refresh")
            #expect(refresh.status == 6)
            #expect(refresh.errors.contains(file.path))
            #expect(try await agg.run("search", "paris", "--json").titles == ["Paris", "Paris"])
        }

        @Test func `makes no requests with --offline`() async throws {
            let server = try await LoopbackServer.start { _ in .json(CityList.sample) }
            let agg = try Agg(cities: server.url("/cities.json"))
            let refresh = try await agg.run("--offline", "refresh")
            #expect(refresh.status == 5)
            #expect(refresh.errors.contains("--offline"))
            #expect(await server.requests.isEmpty)
            await server.stop()
        }

        @Test func `with --offline, refuses a store on another host and suggests the local one`() async throws {
            let agg = try Agg()
            let host = "postgresql://al@10.255.255.1/agg"
            for line in [["search", "x"], ["store", "status"], ["store", "copy", host, agg.folder.path("copy")]] {
                let result = try await agg.run(
                    arguments: (line.contains(host) ? ["--offline"] : ["--offline", "--store", host]) + line)
                #expect(result.status != 0 && result.errorLines.count == 1, "\(result.errors)")
                let reason = "PostgreSQL at 10.255.255.1 is on another host, and --offline is set; before"
                #expect(result.errors.contains(reason), "\(result.errors)")
            }
            let local = agg.folder.path(".local/share/agg")
            #expect(try await agg.run("--offline", "--store", local, "search", "london").status == 0)
            for line in ["search", "doctor"] {
                let result = try await agg.run("--offline", "--store", host, line)
                #expect((result.output + result.errors).contains("to use your local store, add --store \(local)"))
            }
        }

        @Test func `sends conditional requests and treats a 304 as success`() async throws {
            let server = try await LoopbackServer.start { request in
                request.headers["If-None-Match"] == "\"one\""
                    ? LoopbackResponse(status: 304, headers: ["ETag": "\"one\""])
                    : .json(CityList.sample, headers: ["ETag": "\"one\""])
            }
            let agg = try Agg(cities: server.url("/cities.json"))
            #expect(try await agg.run("refresh").status == 0)
            let second = try await agg.run("refresh", "--json")
            #expect(second.status == 0)
            #expect(try second.outcome("outcome") == "unchanged")
            #expect(await server.requests.count == 2)
            await server.stop()
        }

        @Test func `treats rows from another URL as stale`() async throws {
            let agg = try Agg()
            try agg.configure(cities: try agg.file("one.json", CityList.sample))
            #expect(try await agg.run("refresh").status == 0)
            try agg.configure(cities: try agg.file("two.json", CityList.plain(20)))
            let search = try await agg.run("search", "london", "--json")
            #expect(try search.source("stale") == true)
            #expect(try search.source("reason")?.stringValue?.contains("changed") == true)
            let refresh = try await agg.run("refresh", "--json")
            #expect(try refresh.outcome("added") == 20)
            #expect(try refresh.outcome("removed") == 12)
        }
    }
}
