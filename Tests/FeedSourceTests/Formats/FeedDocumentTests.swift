import AggSource
import Foundation
import Testing

@testable import FeedSource

struct FeedDocumentTests {
    @Test(arguments: [
        ("<rss version='2.0'><channel><title>T</title></channel></rss>", FeedFormat.rss),
        ("<rss version='0.91'><channel><title>T</title></channel></rss>", .rss),
        ("\n\n \u{FEFF}<?xml version='1.0'?><!-- x --><rss><channel><title>T</title></channel></rss>", .rss),
        ("<channel><title>T</title></channel>", .rss),
        (
            "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'>"
                + "<channel><title>T</title></channel></rdf:RDF>", .rdf
        ),
        ("<feed xmlns='http://www.w3.org/2005/Atom'><title>T</title></feed>", .atom),
        ("<a:feed xmlns:a='http://www.w3.org/2005/Atom'><a:title>T</a:title></a:feed>", .atom),
        ("<feed version='0.3' xmlns='http://purl.org/atom/ns#'><title>T</title></feed>", .atom),
        ("<feed><title>T</title></feed>", .atom),
        (#"{"version": "https://jsonfeed.org/version/1.1", "title": "T", "items": []}"#, .jsonFeed),
        (#"{"title": "T", "items": []}"#, .jsonFeed),
        (#"{"rss": {"version": "2.0", "channel": {"title": "T", "item": []}}}"#, .rss),
    ])
    func `detects formats by their content`(text: String, format: FeedFormat) throws {
        let feed = try parse(text)
        #expect(feed.format == format)
        #expect(feed.title == "T")
        #expect(feed.notes == [])
    }

    @Test func `recognizes the Essential Feed, which has no title`() throws {
        #expect(try parse(#"{"items": [{"id": "1", "image": "https://a.example/1"}]}"#).format == .essential)
        #expect(try parse(#"{"items": []}"#).format == .essential)
    }

    @Test(arguments: [
        ("", "the document is empty"), (" \n", "the document is empty"), ("Not found", "neither XML nor JSON"),
        ("<!DOCTYPE html><html><p>Hello", "an HTML page"), ("<!-- x -->\n<HTML lang=en><body>", "an HTML page"),
        ("<note><to>You</to></note>", "<note>"), ("<!-- -->", "no XML element"), ("[1, 2]", "items"), ("{}", "items"),
        (#"{"items": [{"id": "1""#, "item 1"), (#"{"items": 3}"#, "items"),
        ("<rss><channel><item><title>a", "no item could be read"),
        ("<!DOCTYPE rss [<!ENTITY a 'b'>]><rss/>", "declares entities"),
    ])
    func `explains why a document is not a feed`(text: String, reason: String) {
        #expect { try parse(text) } throws: { error in
            guard case .invalidData(let text)? = error as? SourceError else { return false }
            return text.contains(reason)
        }
    }

    @Test func `keeps the items before a fault and reports its place`() throws {
        let feed = try parse("<rss><channel>\n<item><title>1</title></item>\n<item><title>2</title>\n<desc")
        #expect(feed.items.map(\.title) == ["1"])
        #expect(
            feed.notes == [
                "the document is not well-formed at line 4 (the text ends inside <desc>); it was read as far as possible"
            ])
    }

    @Test func `reports a truncated document before any other fault`() throws {
        let feed = try parse("<rss><channel><title>Salt & Pepper</title><item><title>1</title></item><item>\n<title>2")
        #expect(feed.items.map(\.title) == ["1"])
        #expect(feed.notes.first?.contains("line 2 (the text ends inside <title>)") == true)
    }

    @Test func `keeps the items after a fault if they are unambiguous`() throws {
        let feed = try parse(
            rss(
                "<item><title>Salt & Pepper</title></item><item><title>2</b></title></item><item><title>3</title></item>"
            ))
        #expect(feed.items.map(\.title) == ["Salt & Pepper", "2", "3"])
        #expect(feed.notes.count == 1)
    }

    @Test func `uses a charset from the response`() throws {
        let bytes = Array("<rss><channel><title>".utf8) + [0xCF, 0xF0] + Array("</title></channel></rss>".utf8)
        #expect(try FeedDocument.parse(bytes, charset: "windows-1251").title == "Пр")
    }

    @Test func `returns a partial feed or an error for every truncation of a document`() throws {
        let whole = Array(
            (rss(
                "<item><title>A &amp; B</title><link>http://a.example/1</link><guid>1</guid>"
                    + "<description><![CDATA[<p>x</p>]]></description></item><item><title>C</title><guid>2</guid></item>"
            )).utf8)
        let all = try FeedDocument.parse(whole).items
        for count in 0..<whole.count {
            guard let feed = try? FeedDocument.parse(Array(whole[..<count])) else { continue }
            #expect(feed.items == Array(all.prefix(feed.items.count)))
            #expect(!feed.notes.isEmpty)
        }
    }
}
