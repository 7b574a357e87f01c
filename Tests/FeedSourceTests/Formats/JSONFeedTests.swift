import AggSource
import Testing

@testable import FeedSource

struct JSONFeedTests {
    private func item(_ text: String) throws -> ParsedItem {
        try onlyItem(
            parse(
                #"{"version": "https://jsonfeed.org/version/1.1", "home_page_url": "http://a.example/x/", "items": [\#(text)]}"#
            ))
    }

    @Test func `reads the parts of an item`() throws {
        let item = try item(
            #"{"id": "1", "url": "y", "title": "A &amp; B", "content_html": "<p>Whole</p>", "summary": "Short", "tags": ["a", "b"],"#
                + #" "image": "/i.png", "date_published": "2010-02-07T14:04:00-05:00", "date_modified": "2010-02-08", "#
                + #""authors": [{"name": "Ann"}, {"name": "Bob"}], "attachments": [{"url": "http://a.example/1.mp3"}]}"#
        )
        #expect(item.id == "1")
        #expect(item.link == "http://a.example/x/y")
        #expect(item.title == "A & B")
        #expect(item.summary == "Short")
        #expect(item.content == "Whole")
        #expect(item.categories == ["a", "b"])
        #expect(item.image == "http://a.example/i.png")
        #expect(item.attachment == "http://a.example/1.mp3")
        #expect(item.author == "Ann, Bob")
        #expect(item.published?.text == "2010-02-07T19:04:00Z")
        #expect(item.updated?.text == "2010-02-08")
    }

    @Test(arguments: [
        (#"{"id": 42, "content_text": "x"}"#, "42"), (#"{"id": 4.5, "content_text": "x"}"#, "4.5"),
        (#"{"id": " a ", "content_text": "x"}"#, "a"), (#"{"content_text": "x"}"#, nil),
        (#"{"id": null, "url": "x"}"#, nil),
    ])
    func `accepts numbers as ids, as version 1 did`(text: String, id: String?) throws {
        #expect(try item(text).id == id)
    }

    @Test func `uses the author of version 1, or else the author of the feed`() throws {
        let feed = try parse(
            #"{"version": "https://jsonfeed.org/version/1", "author": {"name": "Zoe"}, "items": [{"id": "1", "author": {"name": "Ann"}},"#
                + #" {"id": "2"}, 3, {}]}"#)
        #expect(feed.items.map(\.author) == ["Ann", "Zoe"])
        #expect(feed.skipped.map(\.reason) == ["is a number, not an object", "is empty"])
    }

    @Test func `reads the Essential Feed`() throws {
        let feed = try parse(
            """
            {"items": [{"id": "A-1", "description": "A place", "location": "Rome", "image": "https://i.example/1"},
            {"id": 2, "image": "https://i.example/2"}, {"id": "3"}, {"image": "https://i.example/4"}, {"id": "5", "image": 5}]}
            """)
        #expect(feed.items.map(\.id) == ["A-1", "2"])
        #expect(feed.items.first?.summary == "A place")
        #expect(feed.items.first?.location == "Rome")
        #expect(feed.items.first?.image == "https://i.example/1")
        #expect(feed.skipped.map(\.reason) == ["has no image", "has no id", "has no image"])
    }
}
