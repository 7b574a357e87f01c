import AggSource
import Foundation
import Testing

@testable import FeedSource

struct OPMLTests {
    private func feeds(_ text: String) throws -> [ListedFeed]? { try OPML.feeds(in: Array(text.utf8)) }

    @Test func `reads feeds in nested folders, each once`() throws {
        let feeds = try feeds(
            """
            <?xml version="1.0"?><opml version="1.1"><head><title>x</title></head><body>
            <outline text="Tech"><outline title="Databases" text="db"><outline type="rss" text="A &amp; B" xmlUrl="http://a.example/"/>
            </outline><outline xmlURL="http://b.example/"/></outline><outline text="C" xmlUrl="http://c.example/"/>
            <outline text="again" xmlUrl="http://a.example/"/><outline text="empty"/></body></opml>
            """)
        #expect(
            feeds == [
                ListedFeed(title: "A & B", address: "http://a.example/", folders: ["Tech", "Databases"]),
                ListedFeed(title: nil, address: "http://b.example/", folders: ["Tech"]),
                ListedFeed(title: "C", address: "http://c.example/"),
            ])
    }

    @Test func `rejects documents that are not OPML`() throws {
        #expect(try feeds("<rss/>") == nil)
        #expect(try feeds("{}") == nil)
        #expect(try feeds("") == nil)
        #expect { try feeds("<opml/>") } throws: { ($0 as? SourceError)?.code == "invalid_data" }
        #expect { try feeds("<opml><body><outline") } throws: { ($0 as? SourceError)?.code == "invalid_data" }
    }

    @Test func `reads back what it wrote`() throws {
        let feeds = [
            ListedFeed(title: "A & \"B\" <c>", address: "http://a.example/?x=1&y=2", folders: ["Tech / AI", "Deep"]),
            ListedFeed(title: "D", address: "http://d.example/"),
            ListedFeed(title: "E", address: "http://e.example/", folders: ["Tech / AI"]),
        ]
        let again = try #require(try OPML.feeds(in: OPML.document(of: feeds)))
        #expect(Set(again) == Set(feeds))
        #expect(again.map(\.title) == ["D", "E", "A & \"B\" <c>"])
    }

    @Test func `proposes sources with unique ids`() throws {
        let document = OPML.document(of: [
            ListedFeed(title: "News", address: "http://a.example/", folders: ["x/y", "z"]),
            ListedFeed(title: "News", address: "http://b.example/"),
            ListedFeed(title: "Bad", address: "gopher://c.example"),
        ])
        let found = try #require(try FeedSource.sources(listedIn: document))
        #expect(found.map(\.id) == ["news", "news-2"])
        #expect(found.first { $0.values["folder"] != nil }?.values["folder"] == "x//y/z")
        #expect(try FeedSource.sources(listedIn: Array("<rss/>".utf8)) == nil)
    }

    @Test(arguments: [[], ["a"], ["a", "b"], ["a/b", "c"], ["a//b"], ["/"]])
    func `encodes folders in one text and decodes them`(folders: [String]) {
        #expect(OPMLDiscovery.folders(OPMLDiscovery.path(folders)) == folders)
    }

    @Test func `exports configured sources into their folders`() throws {
        let id = try #require(SourceID("news"))
        let document = FeedSource.list(of: [
            SourceConfiguration(
                id: id, kind: "feed",
                values: ["url": .url(try url("http://a.example/f")), "title": .text("News"), "folder": .text("x/y")])
        ])
        #expect(
            try OPML.feeds(in: document) == [
                ListedFeed(title: "News", address: "http://a.example/f", folders: ["x", "y"])
            ])
    }
}
