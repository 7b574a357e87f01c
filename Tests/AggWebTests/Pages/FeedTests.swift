import AggSource
import AggTesting
import Foundation
import Testing

import AggWeb

/// The order of the Atom feed, and what it refuses.
@Suite struct FeedTests {
    private func feed(_ old: [Record], fetched: [Record]) async throws -> (titles: [String], text: String) {
        let http = StubHTTPClient([
            "/towns": [
                .text(fetched.map { "\($0.key)|\($0.title)|\($0.subtitle ?? "")|GB|\($0.date?.text ?? "")\n" }.joined())
            ]
        ])
        let site = try await Site(old, http: http)
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        try await site.serving { visit throws in
            _ = try visit.get("/refresh", ["Accept": "application/x-ndjson"], method: "POST", body: "source=towns")
            continuation.yield(try visit.get("/feed.atom?q=source:towns").body)
        }
        continuation.finish()
        let text = await stream.first { _ in true } ?? ""
        return (text.matches(of: /<entry><title>([^<]*)/).map { String($0.1) }, text)
    }

    private func town(_ key: String, _ title: String, _ date: String?) -> Record {
        Record(
            key: key, title: title, subtitle: "", date: date.flatMap { RecordDate(iso8601: $0) },
            fields: [.init("country", .text("GB"))])
    }

    @Test func `a record that was just added comes first, however old its date`() async throws {
        let old = (1...150).map { town("\($0)", "Town \($0)", "2026-01-01") }
        let (titles, text) = try await feed(old, fetched: old + [town("new", "Brand new", "2001-05-05")])
        #expect(titles.count == 100 && titles.first == "Brand new")
        #expect(text.contains("<published>2001-05-05T00:00:00Z</published>"))
        #expect(!text.contains("<updated>2001"))
    }

    @Test(arguments: ["date:never", "source:nothing", "sort:distance"])
    func `an invalid query is refused as in the API`(query: String) async throws {
        try await Site().serving { visit throws in
            let feed = try visit.get("/feed.atom?q=\(query)")
            let api = try visit.get("/api/search?q=\(query)")
            #expect(feed.status == 400 && api.status == 400)
            let error = try JSONValue(parsing: api.body.trimmingCharacters(in: .newlines))["error"]
            #expect(error?["message"]?.stringValue == feed.body.trimmingCharacters(in: .newlines))
        }
    }

    @Test func `an unknown parameter is refused, as in the API`() async throws {
        try await Site().serving { visit throws in
            let feed = try visit.get("/feed.atom?query=lon")
            #expect(feed.status == 400)
            #expect(feed.body == "unknown parameter “query” for the feed; use q, token\n")
        }
    }

    @Test(
        arguments: [
            (400, "GET", ["Host": ""]), (401, "GET", ["Authorization": ""]),
            (401, "GET", ["Authorization": "", "Accept": "application/atom+xml, application/feed+json"]),
            (403, "GET", ["Host": "evil.example"]), (405, "POST", [:]),
        ] as [(Int, String, [String: String])])
    func `every error is a sentence`(status: Int, method: String, headers: [String: String]) async throws {
        try await Site().serving { visit throws in
            let answer = try visit.get("/feed.atom", headers, method: method)
            #expect(answer.status == status && answer.headers["content-type"] == "text/plain; charset=utf-8")
            #expect(answer.body.split(separator: "\n").count == 1 && !answer.body.contains("<"), "\(answer.body)")
            #expect((answer.headers["www-authenticate"] != nil) == (status == 401))
        }
    }

    @Test func `records of the first refresh follow in the order of their dates`() async throws {
        let old = [town("1", "Old", "2020-01-01"), town("2", "Newer", "2024-01-01"), town("3", "Future", "2999-01-01")]
        let (titles, text) = try await feed(old, fetched: old + [town("4", "Added", "1999-01-01")])
        #expect(titles == ["Added", "Future", "Newer", "Old"])
        #expect(!text.contains("2999"))
    }
}
