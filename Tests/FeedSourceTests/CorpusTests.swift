import AggSearch
import AggSource
import Foundation
import TestSupport
import Testing

@testable import FeedSource

/// Real documents, every one of which must be read; skipped if they are missing.
@Suite(.enabled(if: RealData.has("feed")))
struct CorpusTests {
    /// The documents for which gofeed stores its expected results.
    private static var compared: [String] {
        RealData.files(in: "feed/corpora/gofeed", endingWith: [".xml"]).filter { path in
            FileManager.default.fileExists(atPath: RealData.url(expected(path)).path)
        }
    }

    private static func expected(_ path: String) -> String { path.replacing(".xml", with: ".json") }

    /// Documents with deliberate differences: the first of several links counts, not the last; an id is not a link, so it
    /// is not resolved; markup in an id stays text.
    private static let known: Set<String> = [
        "parser/atom/entry_id_xml_base.xml", "parser/rss/rdf_item_links.xml", "parser/rss/rss_channel_item_links.xml",
        "parser/rss/rss_channel_item_guid_naked_markup.xml",
        "translator/rss/feed_item_links_-_rss_channel_item_links.xml",
    ]

    @Test func `reads titles, links, ids, and dates as gofeed does`() throws {
        var asExpected = 0
        for path in Self.compared {
            let name = String(path.dropFirst("feed/corpora/gofeed/".count))
            let expected = try ExpectedFeed(RealData.bytes(Self.expected(path)))
            let differences = expected.differences(from: try FeedDocument.parse(RealData.bytes(path)))
            #expect(differences.isEmpty != Self.known.contains(name), "\(name): \(differences)")
            asExpected += differences.isEmpty ? 1 : 0
        }
        #expect(asExpected == Self.compared.count - Self.known.count)
        #expect(asExpected >= 528)
    }

    @Test(arguments: RealData.files(in: "feed/corpora/gofeed", endingWith: [".json"]).filter { $0.contains("/json/") })
    func `reads the JSON Feeds of gofeed`(path: String) throws {
        guard !path.contains("_expected") else { return }
        guard !path.contains("invalid") else {
            #expect { try FeedDocument.parse(RealData.bytes(path)) } throws: {
                ($0 as? SourceError)?.code == "invalid_data"
            }
            return
        }
        let expected = try ExpectedFeed(RealData.bytes(path.replacing(".json", with: "_expected.json")))
        let feed = try FeedDocument.parse(RealData.bytes(path))
        #expect(feed.items.map(\.title) == expected.items.map(\.title))
        #expect(feed.items.map(\.id) == expected.items.map(\.id))
    }

    @Test(
        arguments: [
            ("atom03_feed.xml", "Atom", 0), ("atom10_feed.xml", "Atom", 0), ("rdf_feed.xml", "RSS 1.0 (RDF)", 0),
            ("rss_feed.xml", "RSS", 0), ("rss_feed_bom.xml", "RSS", 0), ("rss_feed_leading_spaces.xml", "RSS", 0),
            ("json10_feed.json", "JSON Feed", 1), ("json11_feed.json", "JSON Feed", 1), ("sample.json", "JSON Feed", 1),
            ("empty_feed.xml", nil, 0), ("invalid.json", nil, 0), ("unknown_feed.xml", nil, 0),
        ] as [(String, String?, Int)])
    func `distinguishes the formats that gofeed distinguishes`(name: String, format: String?, count: Int) throws {
        let bytes = try RealData.bytes("feed/corpora/gofeed/parser/universal/\(name)")
        guard let format else {
            #expect { try FeedDocument.parse(bytes) } throws: { ($0 as? SourceError)?.code == "invalid_data" }
            return
        }
        let feed = try FeedDocument.parse(bytes)
        #expect(feed.format.rawValue == format)
        #expect(feed.count == count)
    }

    @Test(arguments: RealWorld.documents)
    func `reads real-world feeds`(document: RealWorld) throws {
        let bytes = try RealData.bytes("feed/real-world/\(document.name)")
        let feed = try FeedDocument.parse(bytes, from: URL(string: "https://example.org/feed"))
        let records = feedRecords(of: feed)
        #expect(feed.format == document.format)
        #expect(feed.title == document.title)
        #expect(records.count == document.items)
        #expect(Set(records.map(\.key)).count == document.items)
        #expect(records.count { $0.date == nil } == document.undated)
        #expect(records.allSatisfy { $0.url == nil || $0.url?.hasPrefix("http") == true })
        #expect(records.allSatisfy { !$0.title.contains("&amp;") && !$0.title.contains("\u{FFFD}") })
    }

    @Test func `lists every real-world document`() throws {
        let found = RealData.files(in: "feed/real-world").map { String($0.dropFirst("feed/real-world/".count)) }
        #expect(found == (RealWorld.documents.map(\.name) + ["allthis-partial.json"]).sorted())
    }

    @Test func `reports a truncated document`() throws {
        let bytes = try RealData.bytes("feed/real-world/allthis-partial.json")
        #expect { try FeedDocument.parse(bytes) } throws: {
            ($0 as? SourceError)?.reason().contains("the text ends in the middle of item 3") == true
        }
    }

    @Test(arguments: RealData.files(in: "feed/corpora/newsboat") + RealData.files(in: "feed/corpora/FeedKit"))
    func `reads feeds from the tests of other readers and rejects other documents`(path: String) throws {
        let bytes = try RealData.bytes(path)
        let noFeeds = ["urls", ".opml", ".txt", "empty.xml", "Sample.xml", "FeedNotFound.xml"]
        guard !noFeeds.contains(where: path.hasSuffix) else {
            #expect { try FeedDocument.parse(bytes) } throws: { ($0 as? SourceError)?.code == "invalid_data" }
            return
        }
        let feed = try FeedDocument.parse(bytes)
        let keys = Set(feedRecords(of: feed).map(\.key))
        #expect(keys.count == feed.items.count)
        let marks = ["<item>", "<item ", "<entry>", "<entry "].map {
            String(decoding: bytes, as: UTF8.self).ranges(of: $0).count
        }
        #expect(feed.format == .jsonFeed || feed.count == marks.reduce(0, +))
    }

    @Test func `reads the Essential Feed and rejects trailing commas`() throws {
        let feed = try FeedDocument.parse(RealData.bytes("feed/essential/feed.test-server.json"))
        #expect(feed.format == .essential)
        #expect(feed.items.count == 8)
        #expect(feed.skipped.isEmpty)
        let broken = try RealData.bytes("feed/essential/feed.test-server.trailing-commas.json")
        #expect { try FeedDocument.parse(broken) } throws: { ($0 as? SourceError)?.code == "invalid_data" }
    }

    @Test(arguments: RealData.files(in: "feed/opml"))
    func `reads and writes a reader's OPML list`(path: String) throws {
        let feeds = try #require(try OPML.list(in: RealData.bytes(path))?.feeds)
        #expect(feeds.count > 400)
        #expect(feeds.allSatisfy { !$0.folders.isEmpty && $0.title != nil })
        #expect(Set(try OPML.list(in: OPML.document(of: feeds))?.feeds ?? []) == Set(feeds))
        let found = OPMLDiscovery.discoveries(of: feeds).filter { $0.skipReason == nil }
        #expect(Set(found.map(\.id)).count == found.count)
        #expect(found.allSatisfy { SourceID($0.id) != nil })
    }

    @Test(arguments: [
        ("example.opml", 3), ("example2.opml", 1), ("category.opml", 1), ("filtered.opml", 1), ("piped.opml", 1),
        ("test-urls+.opml", 1),
    ])
    func `reads OPML lists from newsboat`(name: String, least: Int) throws {
        #expect(try OPML.list(in: RealData.bytes("feed/corpora/newsboat/\(name)"))?.feeds.count ?? 0 >= least)
    }

    @Test func `rejects documents that are not OPML lists`() throws {
        #expect(try OPML.list(in: RealData.bytes("feed/corpora/newsboat/opml-element-missing.opml"))?.feeds == nil)
        let empty = try RealData.bytes("feed/corpora/newsboat/body-element-missing.opml")
        #expect { try OPML.list(in: empty) } throws: { ($0 as? SourceError)?.code == "invalid_data" }
    }

    @Test func `does not crash on any JSON`() throws {
        for path in RealData.files(in: "hostile/JSONTestSuite", endingWith: [".json"]) {
            _ = try? FeedDocument.parse(RealData.bytes(path))
        }
    }
}

/// A real-world document and its contents.
struct RealWorld: Sendable {
    let name: String
    let format: FeedFormat
    let title: String
    let items: Int
    var undated = 0

    init(_ name: String, _ format: FeedFormat, _ title: String, _ items: Int, undated: Int = 0) {
        (self.name, self.format, self.title, self.items, self.undated) = (name, format, title, items, undated)
    }

    static let documents = [
        RealWorld("489.rss", .rss, "Stories by Hodl Hodl on Medium", 10),
        RealWorld("DaringFireball.atom", .atom, "Daring Fireball", 48),
        RealWorld("DaringFireball.rss", .atom, "Daring Fireball", 47),
        RealWorld("KatieFloyd.rss", .rss, "Katie Floyd", 20),
        RealWorld("ScriptingNews.json", .rss, "Scripting News", 50),
        RealWorld("allthis.json", .jsonFeed, "And now it’s all this", 12),
        RealWorld("authors.json", .jsonFeed, "Author test feed", 4, undated: 4),
        RealWorld("cloudblog.rss", .rss, "Cloud Blog", 20),
        RealWorld("dcrainmaker.xml", .rss, "DC Rainmaker", 8), RealWorld("draw-down.atom", .atom, "Draw Down", 25),
        RealWorld("inessential.json", .jsonFeed, "inessential.com", 20),
        RealWorld("livemint.xml", .rss, "Livemint - News", 25),
        RealWorld("manton.rss", .rss, "Manton Reece", 10), RealWorld("markdown2.rss", .rss, "links.daveverse.org", 25),
        RealWorld("monkeydom.rss", .rss, "cocoa-dom", 13),
        RealWorld("neverworkintheory.atom", .atom, "It Will Never Work in Theory", 20),
        RealWorld("phpxml.rss", .rss, "www.fcutrecht.net voetbalnieuws", 20), RealWorld("qemu.atom", .atom, "QEMU", 10),
        RealWorld("rose.json", .jsonFeed, "Rosemary Orchard", 84),
        RealWorld("scriptingNews.rss", .rss, "Scripting News", 50),
        RealWorld("theomnishow.rss", .rss, "The Omni Show", 4),
    ]
}
