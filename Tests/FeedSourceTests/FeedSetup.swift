import AggSource
import Foundation

@testable import FeedSource

/// 2026-11-20T10:00:00Z, the current time in these tests.
let noon = Date(timeIntervalSince1970: 1_795_168_800)

func url(_ text: String) throws -> URL {
    guard let url = URL(string: text) else { throw SourceError.refused(text) }
    return url
}

func services(_ client: some HTTPClient) -> SourceServices {
    SourceServices(http: client, clock: WallClock { noon })
}

/// Parses a text as a feed from `https://example.org/feed`.
func parse(_ text: String, charset: String? = nil) throws -> ParsedFeed {
    try FeedDocument.parse(Array(text.utf8), charset: charset, from: URL(string: "https://example.org/feed"))
}

/// The records of the first document of a feed.
func feedRecords(of feed: ParsedFeed, name: String? = nil) -> [Record] {
    var keys = FeedKeys(since: nil)
    return FeedMapper.records(of: feed, name: name, &keys)
}

/// The items of an RSS channel.
func rss(_ items: String, channel: String = "<title>T</title>") -> String {
    "<rss version=\"2.0\"><channel>\(channel)\(items)</channel></rss>"
}

/// The entries of an Atom feed.
func atom(_ entries: String) -> String {
    "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>T</title>\(entries)</feed>"
}

/// The only item of an RSS channel.
func item(_ content: String, channel: String = "<title>T</title>") throws -> ParsedItem {
    try onlyItem(parse(rss("<item>\(content)</item>", channel: channel)))
}

/// The only entry of an Atom feed.
func entry(_ content: String) throws -> ParsedItem {
    try onlyItem(parse(atom("<entry>\(content)</entry>")))
}

func onlyItem(_ feed: ParsedFeed) throws -> ParsedItem {
    guard feed.items.count == 1 else { throw SourceError.invalidData("\(feed.items.count) items") }
    return feed.items[0]
}
