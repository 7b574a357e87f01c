import AggSource
import AggTesting
import Foundation
import Synchronization
import Testing

@testable import GitHubSource

struct GitHubFetcherTests {
    private let sink = BatchLog()
    private let waited = Waits()

    private func fetch(
        _ client: StubHTTPClient, token: String? = nil, since state: FetchState? = nil, most: Int? = nil
    ) async throws -> FetchResult {
        try await GitHubFetcher(
            endpoint: endpoint(most: most), services: services(client, token: token, progress: waited.reporter),
            wait: waited.wait
        ).fetch(since: state, into: sink)
    }

    private func link(_ page: Int) -> HTTPHeaders {
        ["Link": #"<https://api.example.org/search/repositories?page=\#(page)>; rel="next""#]
    }

    @Test func `follows the pages in turn`() async throws {
        let client = stub(
            .text(page(1...2), headers: link(2)), .text(page(3...4), headers: link(3)), .text(page(5...5)))
        let summary = try await fetch(client).summary()
        #expect(await sink.records.map(\.key) == ["1", "2", "3", "4", "5"])
        #expect(summary.notes == [])
        #expect(client.requests.map { $0.url.query ?? "" }.dropFirst() == ["page=2", "page=3"])
    }

    @Test(arguments: [(nil, 3), ("secret", 10)] as [(String?, Int)])
    func `requests three pages without a token and ten with one`(token: String?, expected: Int) async throws {
        let client = stub(.text(page(1...1), headers: link(2)))
        _ = try await fetch(client, token: token)
        #expect(client.requests.count == expected)
        #expect(client.requests.allSatisfy { $0.credential?.value == token.map { "Bearer \($0)" } })
    }

    @Test func `reads as many as configured, even if that is no multiple of a page`() async throws {
        let client = stub(.text(page(1...100), headers: link(2)), .text(page(101...200), headers: link(3)))
        _ = try await fetch(client, most: 150)
        #expect(await sink.records.count == 150)
        #expect(client.requests.count == 2)
    }

    @Test func `requests no second page if one is enough`() async throws {
        let client = stub(.text(page(1...3), headers: link(2)))
        _ = try await fetch(client, most: 3)
        #expect(client.requests.count == 1)
        #expect(client.requests.first?.url.query?.hasSuffix("per_page=3") == true)
    }

    @Test func `sends the token to no other host`() async throws {
        let client = stub(
            .text(page(1...1), headers: ["Link": #"<https://evil.example/x>; rel="next""#]))
        await #expect(throws: SourceError.refused("the next page is on another host (evil.example)")) {
            try await fetch(client, token: "secret")
        }
        #expect(client.requests.count == 1)
    }

    @Test func `makes only the first request conditional`() async throws {
        let client = stub(
            .text(page(1...1), headers: ["ETag": "\"a\"", "X-RateLimit-Limit": "10", "X-RateLimit-Remaining": "9"]),
            .text("", status: 304),
            .text(page(2...2), headers: ["Link": #"</search/repositories?page=2>; rel="next""#]), .text(page(3...3)))
        let summary = try await fetch(client, token: "t").summary()
        #expect(summary.state?.rateLimit == RateLimit(limit: 10, remaining: 9))
        let second = try await fetch(client, token: "t", since: summary.state)
        guard case .unchanged(let state, _) = second else {
            Issue.record("\(second)")
            return
        }
        #expect(state?.validators == Validators(entityTag: "\"a\"", lastModified: nil))
        _ = try await fetch(client, token: "t", since: summary.state)
        #expect(client.requests.map { $0.validators?.entityTag } == [nil, "\"a\"", "\"a\"", nil])
    }

    @Test func `rejects an unrequested 304`() async throws {
        await #expect(throws: SourceError.http(status: 304, detail: nil)) {
            try await fetch(stub(.text("", status: 304)))
        }
    }

    @Test func `keeps validators per token and stores no token in the state`() async throws {
        let client = stub(.text(page(1...1), headers: ["ETag": "\"a\""]))
        let summary = try await fetch(client, token: "first").summary()
        _ = try await fetch(client, token: "second", since: summary.state)
        _ = try await fetch(client, since: summary.state)
        _ = try await fetch(client, token: "first", since: summary.state)
        #expect(client.requests.map { $0.validators?.entityTag } == [nil, nil, nil, "\"a\""])
        #expect(summary.state?.values.values.contains { $0.contains("first") } == false)
    }

    @Test func `reports incomplete results`() async throws {
        var headers = link(2)
        headers["ETag"] = "\"a\""
        let client = stub(
            .text(page(1...1, isIncomplete: true), headers: headers), .text(page(2...2, isIncomplete: nil)))
        let summary = try await fetch(client).summary()
        #expect(summary.notes == ["GitHub's search timed out; results may be missing"])
        #expect(summary.isIncomplete, "a missing repository must not be removed")
        #expect(summary.state?.validators == nil, "the next refresh must not find that nothing has changed")
    }

    @Test func `waits out a limit that ends soon, reports it, and tries again`() async throws {
        let client = stub(
            .text("{}", status: 403, headers: ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1795168820"]),
            .text(page(1...1)))
        _ = try await fetch(client)
        #expect(waited.seconds == [20])
        #expect(waited.told.contains(.waiting(reason: "rate limited by GitHub", seconds: 20)))
        #expect(await sink.records.count == 1)
    }

    @Test func `waits only once`() async throws {
        let client = stub(.text("{}", status: 429, headers: ["Retry-After": "1"]))
        await #expect(throws: SourceError.rateLimited(until: noon.addingTimeInterval(1))) { try await fetch(client) }
        #expect(client.requests.count == 2)
    }

    @Test func `waits only once for all pages together`() async throws {
        let limit = StubHTTPClient.Answer.text("{}", status: 403, headers: ["Retry-After": "1"])
        let client = stub(limit, .text(page(1...1), headers: link(2)), limit, .text(page(2...2)))
        await #expect(throws: SourceError.rateLimited(until: noon.addingTimeInterval(1))) { try await fetch(client) }
        #expect(client.requests.count == 3)
        #expect(waited.seconds == [1])
    }

    @Test func `does not wait for a limit that ends late`() async throws {
        let client = stub(.text("{}", status: 429, headers: ["Retry-After": "61"]))
        await #expect(throws: SourceError.rateLimited(until: noon.addingTimeInterval(61))) { try await fetch(client) }
        #expect(client.requests.count == 1)
        #expect(waited.seconds == [])
    }

    @Test func `does not wait if waiting is not allowed`() async throws {
        let client = stub(.text("{}", status: 429, headers: ["Retry-After": "1"]))
        let services = SourceServices(http: client, clock: WallClock { noon })
        await #expect(throws: SourceError.rateLimited(until: noon.addingTimeInterval(1))) {
            try await GitHubFetcher(endpoint: endpoint(), services: services).fetch(since: nil, into: sink)
        }
        #expect(client.requests.count == 1)
    }

    @Test func `a limit in the middle of a list fails the whole fetch`() async throws {
        let client = stub(
            .text(page(1...1), headers: link(2)), .text("{}", status: 403, headers: ["Retry-After": "600"]))
        await #expect(throws: SourceError.rateLimited(until: noon.addingTimeInterval(600))) { try await fetch(client) }
    }

    @Test(arguments: [
        ("<html><body>Whoa there!</body></html>", "invalid_data"),
        (#"{"total_count": 1, "items": [{"id": 1,"#, "invalid_data"),
        (#"{"total_count": 1}"#, "invalid_data"), ("", "invalid_data"), (#"{"items": 3}"#, "invalid_data"),
    ])
    func `rejects a response in another format`(body: String, code: String) async throws {
        await #expect { try await fetch(stub(.text(body))) } throws: { ($0 as? SourceError)?.code == code }
    }

    @Test func `skips and counts items that are not repositories`() async throws {
        let client = stub(.text(#"{"items": [{"id": 1, "name": "a"}, {"name": "b"}, 3]}"#))
        let summary = try await fetch(client).summary()
        #expect(summary.skipped.text == "2 skipped (item 2 has no id; item 3 is a number, not an object)")
    }

    @Test func `accepts an empty list`() async throws {
        let summary = try await fetch(stub(.text(#"{"items": []}"#))).summary()
        #expect(summary.skipped.count == 0)
        #expect(await sink.records == [])
    }
}

/// Records waits instead of waiting.
private final class Waits: Sendable {
    private let log = Mutex<[Int]>([])
    private let progress = Mutex<[LoadProgress]>([])

    var seconds: [Int] { log.withLock { $0 } }
    var told: [LoadProgress] { progress.withLock { $0 } }
    var reporter: ProgressReporter { ProgressReporter { step in self.progress.withLock { $0.append(step) } } }
    var wait: @Sendable (Int) async throws -> Void { { seconds in self.log.withLock { $0.append(seconds) } } }
}
