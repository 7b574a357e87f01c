import AggSource
import AggTesting
import Foundation
import Testing

@testable import FeedSource

struct FeedDiscoveryTests {
    private static let page = """
        <!DOCTYPE html><html><head><title>Home</title><base href="https://example.org/blog/">
        <link rel="stylesheet" href="a.css"><link rel=alternate type="application/rss+xml" title="News" href="feed.xml">
        <link rel="alternate" type="text/html" hreflang="de" href="/de"><LINK REL="Alternate" TYPE="application/atom+xml" HREF="/atom">
        </head><body><p>Salt & Pepper <br></body></html>
        """

    @Test func `describes a feed`() async throws {
        let client = StubHTTPClient(
            .text(
                rss(
                    "<item><title>a</title><pubDate>Thu, 01 Jan 2004 19:48:21 GMT</pubDate></item><item><title>b</title></item>",
                    channel: "<title>Daring Café!</title>")))
        let found = try await FeedSource.discover("example.org/feed", services(client))
        #expect(found.id == "daring-cafe")
        #expect(found.values == ["url": "https://example.org/feed"])
        #expect(found.findings.prefix(2) == ["RSS: Daring Café!", "Items: 2, newest from 2004-01-01"])
    }

    @Test func `finds the feed that a page links to`() async throws {
        let client = StubHTTPClient(.text(Self.page), .text(atom("<entry><title>a</title></entry>")))
        let found = try await FeedSource.discover("https://example.org", services(client))
        #expect(found.values == ["url": "https://example.org/blog/feed.xml"])
        #expect(found.findings.last == "URL: https://example.org/blog/feed.xml, linked from the page")
        #expect(client.requests.count == 2)
    }

    @Test func `tries the next link if the first is not a feed`() async throws {
        let client = StubHTTPClient(.text(Self.page), .text("", status: 404), .text(atom("")))
        #expect(
            try await FeedSource.discover("https://example.org", services(client)).values["url"]
                == "https://example.org/atom")
    }

    @Test func `finds every feed that a page links to, in order`() throws {
        let page = HTMLPage(Array(Self.page.utf8), from: try url("https://example.org/"))
        #expect(
            page.feeds.map(\.address.absoluteString) == [
                "https://example.org/blog/feed.xml", "https://example.org/atom",
            ])
        #expect(page.feeds.map(\.title) == ["News", nil])
    }

    @Test(arguments: ["", "not an address", "ftp://example.org/feed", "https://"])
    func `rejects text that is not a URL`(text: String) async {
        await #expect { try await FeedSource.discover(text, services(StubHTTPClient())) } throws: {
            ($0 as? SourceError)?.code == "refused"
        }
    }

    @Test func `reports a page without a link to a feed`() async {
        await #expect(throws: SourceError.invalidData("(expected a feed, found an HTML page)")) {
            try await FeedSource.discover(
                "example.org", services(StubHTTPClient(.text("<html><body>Hello</body></html>"))))
        }
    }

    @Test(arguments: [
        ("Daring Fireball", "daring-fireball"), ("日本", "ri-ben"), ("…", "www-example-org"), (nil, "www-example-org"),
        ("C++ & Friends", "c-friends"),
        ("A very long title that goes on and on for ever", "a-very-long-title-that-goes-on-and-on"),
    ])
    func `proposes an id`(title: String?, expected: String) throws {
        let id = FeedID.proposal(title: title, address: try url("https://www.example.org/feed"))
        #expect(id == expected)
        #expect(SourceID(id) != nil)
    }
}
