import AggSource
import AggStorage
import Testing

import AggWeb

/// Messages for programs and visitors of the page, who type no commands.
@Suite struct ServedMessageTests {
    /// A statement that takes too long.
    private struct SlowSQL: SQLReader {
        func query(_ query: SQLQuery) async throws(SQLError) -> SQLAnswer { throw .timedOut(.seconds(5)) }
    }

    @Test func `contain no usage, options, or row numbers`() async throws {
        try await Site(sql: SlowSQL()).serving { visit throws in
            for (target, message) in [
                ("/api/show?address=3", "“3” is not a record address such as cities:2643743"),
                ("/record?address=3", "“3” is not a record address such as cities:2643743."),
                ("/api/related?address=x", "“x” is not a record address such as cities:2643743"),
                ("/api/sql?q=SELECT+1", "the SQL statement timed out after 5 s\""),
                ("/api/facet?column=colour", "unknown column “colour”"),
                ("/api/schema?view=xyzzyq", "no such view “xyzzyq”; “schema” lists the views\""),
                ("/api/count?q=by", "“by” needs a column, as in “by country”\""),
                ("/api/count?q=lon&step=day", "step needs a column, as in “count by date”\""),
                ("/api/near?place=%20", "the place is blank\""),
            ] {
                let body = try visit.get(target).body
                #expect(body.contains(message) && !body.contains("usage:") && !body.contains("--"), "\(body)")
            }
        }
    }

    @Test(arguments: [
        ("search?q=lon&limit=abc", "limit takes"), ("news?since=never", "since takes"), ("count?q=x&step=day", "step"),
        ("facet?column=country&step=day", "step works"), ("map?q=lon&names=x", "names takes"),
    ])
    func `name a parameter as in the URL`(target: String, start: String) async throws {
        try await Site().serving { visit throws in
            let answer = try visit.get("/api/\(target)")
            let body = answer.body
            #expect(answer.status == 400 && body.contains("\"message\":\"\(start)"), "\(body)")
        }
    }

    @Test func `keep what was typed, even if it looks like a usage`() async throws {
        try await Site().serving { visit throws in
            let body = try visit.get("/api/facet?column=a%3B%20usage%3A%20b").body
            #expect(body.contains("unknown column “a; usage: b”") && !body.contains("facet COLUMN"), "\(body)")
        }
    }

    @Test(
        arguments: [
            "/api/search?q=lon", "/api/sources", "/api/show?address=towns:1", "/feed.atom", "/record?address=towns:1",
            "/points?q=lon", "/map.svg?q=lon", "/", "/?q=lon",
        ])
    func `say with status 503 that the store is away, without advice for a shell`(target: String) async throws {
        let advice = "; " + StoreError.localAdvice + "/home/anne/agg"
        let error = StoreError.server(code: StoreError.unreachableCode, reason: "cannot reach the store" + advice)
        try await Site(away: AwayStore(error: error)).serving { visit throws in
            let answer = try visit.get(target)
            #expect(answer.status == 503 && answer.headers["etag"] == nil, "\(answer.status)")
            #expect(answer.body.contains("cannot reach the store"), "\(answer.body)")
            #expect(!answer.body.contains("/home/anne"), "\(answer.body)")
        }
    }

    @Test func `name other places by their addresses`() async throws {
        try await Site().serving { visit throws in
            let body = try visit.get("/api/near?place=london&radius=5km").body
            #expect(body.contains("other places called “london”") && !body.contains("agg near"))
            #expect(body.contains(": towns:1") || body.contains(": towns:2"))
        }
    }
}
