import AggCommands
import AggSource
import AggStorage
import AggTesting
import Foundation
import Testing

@testable import AggWeb

@Suite struct APITests {
    /// A document without the parts that differ from run to run.
    private static func stable(_ text: String) throws -> JSONValue {
        var object = try #require(try JSONValue(parsing: text.trimmingCharacters(in: .newlines)).objectValue)
        object["elapsed_ms"] = nil
        object["sources"] = nil
        return .object(object)
    }

    @Test(arguments: [
        ("search?q=lon", "search lon"), ("search?q=lon&limit=1", "search lon --limit 1"),
        ("search?q=country:GB+sort:title", "search country:GB sort:title"),
        ("list?source=towns&q=paris", "list towns paris"),
        ("show?address=towns:1", "show towns:1"), ("facet?column=country&q=lon", "facet country lon"),
        ("count?q=lon", "count lon"), ("count?q=by+country", "count by country"),
        ("near?place=51.5,-0.1&radius=20km", "near 51.5,-0.1 20km"), ("favorites", "favorites"), ("sources", "sources"),
        ("explain?q=lon", "explain lon"), ("chart?column=country", "chart country"), ("map?q=lon", "map lon"),
        ("changes?since=1d", "changes since 1d"), ("schema", "schema"), ("saved", "saved"),
        ("help?command=search", "help search"),
        ("search?q=lon&columns=address,title", "search lon --columns address,title"),
    ])
    func `returns the document of the command`(target: String, line: String) async throws {
        let site = try await Site()
        var context = site.context
        context.isOneShot = true
        let words = try #require(CommandLine(line + " --json").commands.first)
        let output = try await CommandRunner(context: context).run(words)
        let document = Renderer.render(output, Presentation(format: .json))
        try await site.serving { visit throws in
            let answer = try visit.get("/api/\(target)")
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == "application/json")
            #expect(try Self.stable(answer.body) == Self.stable(document))
        }
    }

    @Test func `streams rows for other programs`() async throws {
        try await Site().serving { visit throws in
            let csv = try visit.get("/api/search?q=lon&format=csv&columns=address,title")
            #expect(csv.headers["transfer-encoding"] == "chunked")
            #expect(
                csv.body == "address,title\r\ntowns:2,London\r\ntowns:1,London\r\ntowns:3,Londonderry\r\n"
                    || csv.body.split(separator: "\r\n").count == 4)
            let lines = try visit.get("/api/search?q=lon", ["Accept": "application/x-ndjson"])
            #expect(lines.body.split(separator: "\n").count == 3)
            #expect(try visit.get("/api/map?format=svg").body.hasPrefix("<svg"))
        }
    }

    @Test(arguments: [
        ("text/csv", "text/csv; charset=utf-8"), ("application/json;q=0.5, text/csv", "text/csv; charset=utf-8"),
        ("text/csv; q=0.5, application/x-ndjson;q=0.9", "application/x-ndjson"), ("*/*", "application/json"),
        ("text/csv;q=0, */*", "application/json"), ("text/html, application/json;q=0.1", "application/json"),
    ])
    func `Accept chooses the format that it prefers`(accept: String, type: String) async throws {
        try await Site().serving { visit throws in
            #expect(try visit.get("/api/search?q=lon", ["Accept": accept]).headers["content-type"] == type)
            let json = try visit.get("/api/search?q=lon&format=json", ["Accept": accept])
            #expect(json.headers["content-type"] == "application/json")
        }
    }

    @Test func `suggests only formats that the command has`() async throws {
        try await Site().serving { visit throws in
            #expect(try !visit.get("/api/search?q=lon&format=xml").body.contains("svg"))
            #expect(try visit.get("/api/map?q=lon&format=xml").body.contains("svg"))
        }
    }

    @Test func `streams a long JSON document`() async throws {
        let towns = (0..<2_500).map { Record(key: "\($0)", title: "Town \($0)") }
        try await Site(towns).serving { visit throws in
            let answer = try visit.get("/api/list?source=towns&limit=all")
            #expect(answer.headers["transfer-encoding"] == "chunked")
            let document = try JSONValue(parsing: answer.body.trimmingCharacters(in: .newlines))
            #expect(document["records"]?.arrayValue?.count == 2_500)
        }
    }

    @Test func `a request with the tag of an unchanged store gets an empty response`() async throws {
        try await Site().serving { visit throws in
            let first = try visit.get("/api/search?q=lon")
            let tag = try #require(first.headers["etag"])
            let second = try visit.get("/api/search?q=lon", ["If-None-Match": "\"x\", \(tag)"])
            #expect(second.status == 304 && second.body.isEmpty)
            #expect(try visit.get("/api/search?q=par", ["If-None-Match": tag]).status == 200)
            visit.change()
            #expect(try visit.get("/api/search?q=lon", ["If-None-Match": tag]).status == 200)
        }
    }

    @Test func `a tag changes with the settings, on which responses depend`() async throws {
        let site = try await Site()
        try await site.serving { visit throws in
            let tag = try #require(try visit.get("/api/search?q=lon").headers["etag"])
            site.context.session.settings.limit = 1
            let answer = try visit.get("/api/search?q=lon", ["If-None-Match": tag])
            #expect(answer.status == 200 && answer.body.contains("\"count\":1"))
        }
    }

    @Test(arguments: [
        "list?source=towns&source=closed", "near?place=London&place=Paris", "facet?column=country&column=title",
        "changes?since=1d&since=2d",
    ])
    func `a parameter with one value cannot be repeated`(target: String) async throws {
        try await Site().serving { visit throws in
            let answer = try visit.get("/api/\(target)")
            #expect(answer.status == 400 && answer.body.contains("can be given only once"), "\(answer.body)")
        }
    }

    @Test(arguments: ["list?source=towns", "list?source=towns&format=csv", "search?q=lon", "count?q=lon"])
    func `with the cache off, a failure is the response`(target: String) async throws {
        let site = try await Site()
        let failure = LoadFailure(.http(status: 503), at: Date())
        await site.store.noteFailure(failure, of: try #require(SourceID("towns")), over: nil)
        site.context.session.settings.usesCache = false
        try await site.serving { visit throws in
            let answer = try visit.get("/api/\(target)")
            #expect(answer.status == 503 && answer.body.contains("\"code\":\"no_rows\""), "\(answer.body)")
        }
    }

    @Test func `a response is cached only until the store changes`() async throws {
        let site = try await Site()
        try await site.serving { visit throws in
            let first = try visit.get("/api/search?q=lon")
            let second = try visit.get("/api/search?q=lon")
            // In seconds; on a busy machine, a few may pass.
            #expect(first.headers["age"] == nil && second.headers["age"].flatMap(Int.init) != nil)
            #expect(first.body == second.body)
            _ = try visit.get("/favorite", method: "POST", body: "address=towns:3&action=add")
            visit.change()
            let third = try visit.get("/api/search?q=lon")
            #expect(third.headers["age"] == nil && third.body.contains("\"favorite\":true"))
        }
    }

    @Test(arguments: [
        "/api/changes?since=20s", "/api/news?since=yesterday", "/api/search?q=date:%3E1h", "/api/count?q=date:today",
        "/api/news?source=recent", "/feed.atom?q=date:1d..", "/api/show?address=towns:1",
    ])
    func `a response that depends on the time or the network has no tag and is not cached`(target: String) async throws
    {
        let site = try await Site()
        _ = await site.users.saveSearch(SavedSearch(name: "recent", line: "search date:>1h"))
        try await site.serving { visit throws in
            for _ in 0..<2 {
                let answer = try visit.get(target, ["If-None-Match": "*"])
                #expect(answer.status == 200)
                #expect(answer.headers["etag"] == nil && answer.headers["age"] == nil)
            }
        }
    }

    @Test func `caches a limited number of responses`() {
        let cache = AnswerCache()
        for number in 0..<40 { cache.keep([UInt8](repeating: 0, count: 900_000), for: "\(number)") }
        #expect(cache.answer(for: "0") == nil)
        #expect(cache.answer(for: "39")?.bytes.count == 900_000)
        cache.keep([UInt8](repeating: 0, count: 2_000_000), for: "large")
        #expect(cache.answer(for: "large") == nil)
        cache.keep([0], for: String(repeating: "x", count: 2_000_000))
        #expect(cache.answer(for: String(repeating: "x", count: 2_000_000)) == nil)
    }

    @Test func `explains what is wrong with a request`() async throws {
        try await Site().serving { visit throws in
            for (target, status) in [
                ("search?q=lon&page=2", 400), ("search?q=lon&limit=x", 400), ("search?q=lon&format=xml", 400),
                ("show?address=towns:99", 404), ("show", 400), ("facet?column=colour", 400), ("nothing", 404),
                ("list?source=nothing", 400), ("list?source=towns&by=date", 400), ("near?place=xyzzyq", 404),
                ("news?source=nothing", 400), ("chart", 400), ("search?q=lon&format=svg", 400), ("refresh", 404),
                ("favorite", 404), ("near?place=51.5,-0.1&radius=abc", 400),
                ("near?place=51.5,-0.1&radius=0km", 400), ("search?q=lon&favorites=no", 400),
                ("search?q=lon&favorites=TRUE", 400),
            ] {
                let answer = try visit.get("/api/\(target)")
                #expect(answer.status == status, "\(target)")
                #expect(
                    try JSONValue(parsing: answer.body.trimmingCharacters(in: .newlines))["error"]?["message"] != nil)
            }
        }
    }

    @Test func `a flag is true or false, and a radius may lack its unit`() async throws {
        try await Site().serving { visit throws in
            for (target, count) in [
                ("search?q=lon&favorites=1", 0), ("search?q=lon&favorites=true", 0), ("search?q=lon&favorites=0", 3),
                ("search?q=lon&favorites=false", 3), ("search?q=lon&favorites=", 3),
            ] {
                let answer = try visit.get("/api/\(target)")
                let document = try JSONValue(parsing: answer.body.trimmingCharacters(in: .newlines))
                #expect(document["records"]?.arrayValue?.count == count, "\(target)")
            }
            for radius in ["5", "5km", "800%20ft", ""] {
                #expect(try visit.get("/api/near?place=51.5,-0.1&radius=\(radius)").status == 200, "\(radius)")
            }
        }
    }

    @Test func `news can be read but not marked`() async throws {
        try await Site().serving { visit throws in
            #expect(try visit.get("/api/news?since=7d&source=towns").status == 200)
            for target in ["read=1", "unread=1", "source=towns:1", "source=--read"] {
                #expect(try visit.get("/api/news?\(target)").status == 400, "\(target)")
            }
        }
    }
}
