import AggSource
import Testing

@testable import FeedSource

struct FeedMapperTests {
    private func record(_ make: (inout ParsedItem) -> Void, feed: String? = "The Feed", name: String? = nil) throws
        -> Record
    {
        var item = ParsedItem()
        make(&item)
        var parsed = ParsedFeed(.rss, title: feed)
        parsed.add { item }
        return try #require(feedRecords(of: parsed, name: name).first)
    }

    @Test func `fills every column in its order`() throws {
        let date = try #require(RecordDate(iso8601: "2004-01-01"))
        let record = try record { item in
            item = ParsedItem(
                id: "1", link: "http://a.example/1", title: "Title", summary: "Summary", content: "Content",
                author: "Ann",
                categories: ["a"], location: "Rome", image: "http://a.example/i", attachment: "http://a.example/a",
                published: date, updated: RecordDate(iso8601: "2005-01-01"))
        }
        #expect(record.fields.map(\.name) == FeedMapper.columns.map(\.column.name))
        #expect(record.key == "1")
        #expect(record.title == "Title")
        #expect(record.subtitle == "The Feed")
        #expect(record.date == date)
        #expect(record.url == "http://a.example/1")
    }

    @Test func `dates an item by its update if it has no other date`() throws {
        #expect(try record { $0.updated = RecordDate(iso8601: "2005-01-01") }.date?.text == "2005-01-01")
    }

    @Test func `names an item without a title by its first words`() throws {
        #expect(try record { $0.summary = "Short\ntext" }.title == "Short text")
        let long = try record { $0.summary = String(repeating: "word ", count: 50) }.title
        #expect(long.hasSuffix("word…"))
        #expect(long.count <= 81)
        #expect(try record { $0.location = "Rome" }.title == "Rome")
        #expect(try record { $0.link = "http://a.example/1" }.title == "http://a.example/1")
        #expect(try record { $0.author = "Ann" }.title == "Untitled")
        #expect(try record { $0.summary = String(repeating: "x", count: 500) }.title.count == 81)
    }

    @Test func `replaces the feed's name with a configured one`() throws {
        #expect(try record({ $0.title = "t" }, name: "Mine")["feed"] == .text("Mine"))
        #expect(try record({ $0.title = "t" }, feed: nil)["feed"] == nil)
        #expect(
            try record(
                {
                    $0.title = "t"
                    $0.location = "Rome"
                }, feed: nil
            ).subtitle == "Rome")
    }
}
