import AggSource
import Foundation
import Testing

@testable import FeedSource

struct OPMLTests {
    private func feeds(_ text: String) throws -> [ListedFeed]? { try OPML.list(in: Array(text.utf8))?.feeds }

    @Test func `reads feeds in nested folders`() throws {
        let feeds = try feeds(
            """
            <?xml version="1.0"?><opml version="1.1"><head><title>x</title></head><body>
            <outline text="Tech"><outline title="Databases" text="db"><outline type="rss" text="A &amp; B" xmlUrl="http://a.example/"/>
            </outline><outline xmlURL="http://b.example/"/></outline><outline text="C" xmlUrl="http://c.example/"/>
            <outline text="empty"/></body></opml>
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

    @Test(arguments: [
        ("", "line 3: the text ends inside <body>"),
        ("<outline text=\"B\" xmlUrl=\"http://b.exam", "line 3: the text ends inside <outline>"),
        ("<outline text=\"B\" xmlUrl=", "line 3: the text ends inside <outline>"),
        ("<outline text=\"Folder\">\n", "line 4: the text ends inside <outline>"),
    ])
    func `says that a document is cut off, after its first feeds`(end: String, place: String) throws {
        let text = "<opml version=\"2.0\">\n<body><outline text=\"A\" xmlUrl=\"http://a.example/\"/>\n"
        let found = try #require(try FeedSource.sources(listedIn: Array((text + end).utf8)))
        #expect(found.map { $0.values["url"] } == [nil, "http://a.example/"])
        #expect(found.first?.findings == ["the rest of the document"])
        #expect(found.first?.skipReason == "not well-formed at \(place)")
        let whole = try #require(try FeedSource.sources(listedIn: Array((text + "</body></opml>").utf8)))
        #expect(whole.map(\.skipReason) == [nil])
    }

    @Test func `lists an entry with a blank URL as skipped, unless it is a folder`() throws {
        let text = """
            <opml><body><outline text="A" xmlUrl=""/><outline xmlUrl=" "/>
            <outline text="Tech" xmlUrl=""><outline text="B" xmlUrl="http://b.example/"/></outline></body></opml>
            """
        let found = try #require(try FeedSource.sources(listedIn: Array(text.utf8)))
        #expect(found.map { $0.findings[0] } == ["A", "an entry without a title", "B (Tech)"])
        let reason = "“” is not the URL of a feed"
        #expect(found.map(\.skipReason) == [reason, reason, nil])
    }

    @Test func `reads back what it wrote`() throws {
        let feeds = [
            ListedFeed(title: "A & \"B\" <c>", address: "http://a.example/?x=1&y=2", folders: ["Tech / AI", "Deep"]),
            ListedFeed(title: "D", address: "http://d.example/"),
            ListedFeed(title: "E", address: "http://e.example/", folders: ["Tech / AI"]),
        ]
        let again = try #require(try OPML.list(in: OPML.document(of: feeds))?.feeds)
        #expect(Set(again) == Set(feeds))
        #expect(again.map(\.title) == ["D", "E", "A & \"B\" <c>"])
    }

    @Test func `proposes sources with unique ids`() throws {
        let document = OPML.document(of: [
            ListedFeed(title: "News", address: "http://a.example/", folders: ["x/y", "z"]),
            ListedFeed(title: "News", address: "http://b.example/"),
            ListedFeed(title: "Bad", address: "gopher://c.example"),
        ])
        let found = try #require(try FeedSource.sources(listedIn: document)).filter { $0.skipReason == nil }
        #expect(found.map(\.id) == ["news", "news-2"])
        #expect(found.first { $0.values["folder"] != nil }?.values["folder"] == "x//y/z")
        #expect(try FeedSource.sources(listedIn: Array("<rss/>".utf8)) == nil)
    }

    @Test(arguments: [
        ("feed://example.org/a.xml", "http://example.org/a.xml"), ("example.org/a.xml", "https://example.org/a.xml"),
        ("feed:https://example.org/a.xml", "https://example.org/a.xml"),
        ("FEED:http://localhost/a.xml", "http://localhost/a.xml"),
    ])
    func `reads the URLs that feed readers write`(address: String, url: String) {
        let found = OPMLDiscovery.discoveries(of: [ListedFeed(title: nil, address: address)])
        #expect(found.map { $0.values["url"] } == [url])
    }

    @Test func `skips what is not a feed's URL and what is repeated, with the reason`() {
        let found = OPMLDiscovery.discoveries(of: [
            ListedFeed(title: "A", address: "http://a.example/"), ListedFeed(title: "B", address: "feed://a.example/"),
            ListedFeed(title: "C", address: "ftp://ann:secret@a.example/"), ListedFeed(title: nil, address: "notaurl"),
            ListedFeed(title: "D", address: ""), ListedFeed(title: "E", address: "javascript:1"),
            ListedFeed(title: "F", address: "mailto:ann@a.example"),
            ListedFeed(title: "G", address: "a.example:8080/g"),
        ])
        #expect(
            found.map { [$0.findings[0], $0.skipReason] } == [
                ["A", nil], ["B", "already in the list"],
                ["C", "“ftp://***@a.example/” is not the URL of a feed"],
                ["notaurl", "“notaurl” is not the URL of a feed"], ["D", "“” is not the URL of a feed"],
                ["E", "“javascript:1” is not the URL of a feed"],
                ["F", "“mailto:ann@a.example” is not the URL of a feed"], ["G", nil],
            ])
    }

    @Test(arguments: [
        "file:///etc/passwd", "FILE://localhost/etc/passwd", "feed:file:///etc/passwd", "file:a.xml", "/etc/passwd",
        "feed.xml", "./feed.xml", "../feed.xml", "~/feed.xml",
    ])
    func `a list cannot make agg read a file or take its name for a host`(address: String) {
        let found = OPMLDiscovery.discoveries(of: [ListedFeed(title: "A", address: address)])
        #expect(found.map(\.skipReason) == ["“\(address)” is not the URL of a feed"])
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
            try OPML.list(in: document)?.feeds == [
                ListedFeed(title: "News", address: "http://a.example/f", folders: ["x", "y"])
            ])
    }
}
