import AggSource
import AggTesting
import Foundation
import Testing

@testable import FeedSource

struct FeedFetcherTests {
    private let sink = BatchLog()

    private func fetch(
        _ client: StubHTTPClient, from address: String = "https://example.org/feed", since state: FetchState? = nil
    ) async throws -> FetchResult {
        try await FeedFetcher(endpoint: FeedEndpoint(url: url(address)), name: nil, services: services(client)).fetch(
            since: state, into: sink)
    }

    private func essential(_ ids: ClosedRange<Int>) -> StubHTTPClient.Answer {
        let items = ids.map { #"{"id": "\#($0)", "image": "https://i.example/\#($0)"}"# }
        return .text(#"{"items": [\#(items.joined(separator: ","))]}"#)
    }

    @Test func `requests pages of the Essential Feed until one is empty`() async throws {
        let client = StubHTTPClient(essential(1...3), essential(4...5), .text(#"{"items": []}"#))
        _ = try await fetch(client)
        #expect(await sink.records.map(\.key) == ["1", "2", "3", "4", "5"])
        #expect(client.requests.map { $0.url.query ?? "" } == ["", "limit=3&after_id=3", "limit=2&after_id=5"])
    }

    @Test func `keeps the limit and the rest of the URL`() async throws {
        let client = StubHTTPClient(essential(1...2), .text(#"{"items": []}"#))
        _ = try await fetch(client, from: "https://example.org/feed?limit=10&lang=en")
        #expect(client.requests.last?.url.query == "limit=10&lang=en&after_id=2")
        let plus = StubHTTPClient(essential(1...2), .text(#"{"items": []}"#))
        _ = try await fetch(plus, from: "https://example.org/feed?limit=10&q=c%2B%2B")
        #expect(plus.requests.last?.url.absoluteString.hasSuffix("?limit=10&q=c%2B%2B&after_id=2") == true)
    }

    @Test func `ends when a server repeats a page, and after a file`() async throws {
        let client = StubHTTPClient(essential(1...2))
        _ = try await fetch(client)
        #expect(client.requests.count == 2)
        #expect(await sink.records.count == 2)
        let file = StubHTTPClient(essential(1...2))
        _ = try await fetch(file, from: "file:///feed.json")
        #expect(file.requests.count == 1)
    }

    @Test func `follows the pages of a JSON Feed on the same host, and reports pages on another`() async throws {
        func page(_ id: Int, next: String) -> StubHTTPClient.Answer {
            .text(#"{"version": "https://jsonfeed.org/version/1", "next_url": "\#(next)", "items": [{"id": \#(id)}]}"#)
        }
        let client = StubHTTPClient(page(1, next: "/feed?page=2"), page(2, next: "https://other.example/feed"))
        let summary = try await fetch(client).summary()
        #expect(
            client.requests.map(\.url.absoluteString) == [
                "https://example.org/feed", "https://example.org/feed?page=2",
            ])
        #expect(await sink.records.map(\.key) == ["1", "2"])
        #expect(
            summary.notes
                == ["the feed continues on another host, which agg does not contact: https://other.example/feed"])
    }

    @Test func `follows the pages of a JSON Feed that has moved`() async throws {
        struct Moved: HTTPClient {
            let pages = StubHTTPClient(
                .text(#"{"version": "https://jsonfeed.org/version/1", "next_url": "?page=2", "items": [{"id": 1}]}"#),
                .text(#"{"version": "https://jsonfeed.org/version/1", "items": [{"id": 2}]}"#))
            func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
                var answer = try await pages.send(request, progress: progress)
                if let url = URL(string: request.url.absoluteString.replacing("http:", with: "https:")) {
                    answer.url = url
                }
                return answer
            }
        }
        let fetcher = try FeedFetcher(
            endpoint: FeedEndpoint(url: url("http://example.org/feed.json")), name: nil, services: services(Moved()))
        let summary = try await fetcher.fetch(since: nil, into: sink).summary()
        #expect(await sink.records.map(\.key) == ["1", "2"])
        #expect(summary.notes == [])
    }

    @Test func `ends after a bounded number of pages`() async throws {
        final class Endless: HTTPClient {
            func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
                let page = Int(request.url.query ?? "") ?? 0
                let text =
                    #"{"version": "https://jsonfeed.org/version/1", "next_url": "?\#(page + 1)", "items": [{"id": \#(page)}]}"#
                return HTTPResponse(url: request.url, status: 200, body: HTTPBody(Array(text.utf8)))
            }
        }
        let fetcher = try FeedFetcher(
            endpoint: FeedEndpoint(url: url("https://example.org/")), name: nil, services: services(Endless()))
        let summary = try await fetcher.fetch(since: nil, into: sink).summary()
        #expect(await sink.records.count == FeedEndpoint.mostPages)
        #expect(summary.notes.count == 1)
    }

    @Test func `sends conditional requests and accepts a 304`() async throws {
        let client = StubHTTPClient(
            .text(rss("<item><title>a</title></item>"), headers: ["ETag": "\"a\"", "Last-Modified": "Thu"]),
            .text("", status: 304, headers: ["ETag": "\"b\""]))
        let summary = try await fetch(client).summary()
        let second = try await fetch(client, since: summary.state)
        let validators = Validators(entityTag: "\"b\"", lastModified: "Thu")
        #expect(second == .unchanged(summary.state?.with(validators)))
        #expect(client.requests.last?.validators == Validators(entityTag: "\"a\"", lastModified: "Thu"))
    }

    @Test func `an identical document is unchanged even without validators`()
        async throws
    {
        let document = rss("<item><title>a</title></item>")
        let state = try await fetch(StubHTTPClient(.text(document))).summary().state
        let second = try await fetch(StubHTTPClient(.text(document)), since: state)
        #expect(second == .unchanged(state, bytes: document.utf8.count))
    }

    @Test func `an item keeps its key when a later document repeats its id`() async throws {
        func item(_ title: String) -> String { "<item><guid>x</guid><title>\(title)</title></item>" }
        let first = try await fetch(StubHTTPClient(.text(rss(item("a"))))).summary()
        let second = try await fetch(StubHTTPClient(.text(rss(item("b") + item("a")))), since: first.state).summary()
        _ = try await fetch(StubHTTPClient(.text(rss(item("b")))), since: second.state)
        let records = await sink.records
        #expect(records.map(\.title) == ["a", "b", "a", "b"])
        #expect(records[0].key == "x" && records[2].key == "x")
        #expect(records[1].key == records[3].key && records[1].key.hasPrefix("x~"))
    }

    @Test func `reads a feed with several pages every time`() async throws {
        let pages = ["2", "1"].map { #"{"items": [{"id": "\#($0)"}], "next_url": "?page=2"}"# }
        let summary = try await fetch(StubHTTPClient(.text(pages[0]), .text(pages[1]), .text(pages[1]))).summary()
        #expect(summary.state?.digest == nil)
    }

    @Test func `reports skipped items again on every fetch`() async throws {
        let document = #"{"items": [{"id": "1", "image": "https://i.example/1"}, {"id": "2"}]}"#
        let ends = #"{"items": []}"#
        let first = try await fetch(StubHTTPClient(.text(document), .text(ends))).summary()
        #expect(first.skipped.count == 1)
        let second = try await fetch(StubHTTPClient(.text(document), .text(ends)), since: first.state).summary()
        #expect(second.skipped.count == 1)
    }

    @Test func `writes batches of up to a thousand`() async throws {
        let items = (1...2_500).map { "<item><guid>\($0)</guid></item>" }.joined()
        let fetcher = try FeedFetcher(
            endpoint: FeedEndpoint(url: url("https://example.org/")), name: nil,
            services: services(StubHTTPClient(.text(rss(items)))))
        _ = try await fetcher.fetch(since: nil, into: sink)
        #expect(await sink.batches.map(\.count) == [1_000, 1_000, 500])
    }

    @Test func `counts skipped items across all pages`() async throws {
        let client = StubHTTPClient(
            .text(#"{"items": [{"id": "1", "image": "https://i.example/1"}, {"id": "2"}]}"#),
            .text(#"{"items": [{"image": "https://i.example/3"}]}"#))
        let summary = try await fetch(client).summary()
        #expect(summary.skipped.text == "2 skipped (item 2 has no image; item 3 has no id)")
    }

    @Test func `skips an item with too much text`() async throws {
        let title = String(repeating: "long ", count: 300_000)
        let summary = try await fetch(
            StubHTTPClient(.text(rss("<item><title>a</title></item><item><title>\(title)</title></item>")))
        ).summary()
        #expect(summary.skipped.text == "1 skipped (item 2 has more than 1 MB of text)")
        #expect(await sink.records.map(\.title) == ["a"])
    }

    @Test func `numbers an item with too much text by its position in the document`() async throws {
        let title = String(repeating: "long ", count: 300_000)
        let summary = try await fetch(StubHTTPClient(.text(rss("<item></item><item><title>\(title)</title></item>"))))
            .summary()
        #expect(summary.skipped.count == 2)
        #expect(summary.skipped.examples.contains("item 2 has more than 1 MB of text"), "\(summary.skipped.text)")
    }

    @Test func `reports a fault in a document and keeps the rest`() async throws {
        let summary = try await fetch(StubHTTPClient(.text("<rss><channel><item><title>a</title></item><item>")))
            .summary()
        #expect(summary.notes.count == 1)
        #expect(await sink.records.map(\.title) == ["a"])
    }

    @Test func `a document that ends early leaves nothing to make the next request conditional`() async throws {
        let text = "<rss><channel><item><guid>1</guid><title>a</title></item><item>"
        let client = StubHTTPClient(.text(text, headers: ["ETag": "\"a\"", "Last-Modified": "Thu"]))
        let summary = try await fetch(client).summary()
        #expect(summary.isIncomplete)
        #expect(summary.state?.validators == nil && summary.state?.digest == nil)
    }

    @Test func `uses the charset of the response`() async throws {
        let bytes =
            Array("<rss><channel><item><title>".utf8) + [0xCF, 0xF0] + Array("</title></item></channel></rss>".utf8)
        let type = "text/xml; charset=\"windows-1251\""
        _ = try await fetch(StubHTTPClient(.bytes(bytes, headers: ["Content-Type": type])))
        #expect(await sink.records.map(\.title) == ["Пр"])
    }

    @Test(arguments: [
        (404, "", "http"), (401, "", "unauthorized"), (429, "", "rate_limited"), (503, "", "http"),
        (200, "<!DOCTYPE html><html>", "invalid_data"), (200, #"{"items": [{"#, "invalid_data"),
        (200, "", "invalid_data"),
    ])
    func `distinguishes failures`(status: Int, body: String, code: String) async {
        await #expect { try await fetch(StubHTTPClient(.text(body, status: status))) } throws: {
            ($0 as? SourceError)?.code == code
        }
    }

    @Test func `a failure on a later page fails the whole fetch`() async {
        await #expect(throws: SourceError.http(status: 500)) {
            try await fetch(StubHTTPClient(essential(1...2), .text("", status: 500)))
        }
    }
}
