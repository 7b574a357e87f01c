import AggSource
import Foundation
import Testing

@testable import FeedSource

/// No document crashes or hangs the reader, whatever it contains.
struct HostileDocumentTests {
    private static let documents = [
        rss(
            """
            <item><title>A &amp; B &#8217;</title><link>/1</link><guid isPermaLink="false">1</guid><pubDate>Thu, 01 Jan 2004 \
            19:48:21 GMT</pubDate><description><![CDATA[<p title="x>y">One<br>Two</p>]]></description></item>
            """),
        atom(
            """
            <entry xml:base="http://a.example/"><id>1</id><link href="2"/><title type="xhtml"><div>x<b>y</b></div></title>\
            <updated>2004-01-01T00:00:00Z</updated><content type="html">&lt;p&gt;z&lt;/p&gt;</content></entry>
            """),
        #"{"version": "https://jsonfeed.org/version/1", "items": [{"id": 1, "content_html": "<p>x", "date_published": "2004"}]}"#,
    ]

    @Test(arguments: documents)
    func `reads or rejects every mutated document`(document: String) {
        var numbers = SeededNumbers(seed: 7)
        let original = Array(document.utf8)
        let pieces = ["<", ">", "&", "\"", "]]>", "<![CDATA[", "<!--", "</", "\0", "\u{FFFD}", ":", "+", "<item>"].map {
            Array($0.utf8)
        }
        for _ in 0..<200 {
            var bytes = original
            for _ in 0...Int(numbers.next() % 4) {
                let place = Int(numbers.next() % UInt64(bytes.count))
                switch numbers.next() % 4 {
                case 0: bytes[place] = UInt8(truncatingIfNeeded: numbers.next())
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(contentsOf: pieces[Int(numbers.next() % UInt64(pieces.count))], at: place)
                default: bytes.removeSubrange(place..<min(place + 9, bytes.count))
                }
                if bytes.isEmpty { bytes = original }
            }
            guard let feed = try? FeedDocument.parse(bytes, from: URL(string: "https://example.org/")) else { continue }
            let records = feedRecords(of: feed)
            #expect(records.allSatisfy { !$0.title.isBlank && !$0.key.isEmpty })
        }
    }

    @Test func `opens no file and contacts no host`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "agg-secret-\(UUID().uuidString)")
        try Data("secret".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let declared = "<!DOCTYPE rss [<!ENTITY x SYSTEM \"\(file.absoluteString)\">]>"
        let document = rss("<item><title>&x;</title></item>")
        #expect { try parse(declared + document) } throws: { ($0 as? SourceError)?.code == "invalid_data" }
        let outside = "<!DOCTYPE rss SYSTEM \"\(file.absoluteString)\">"
        #expect(try parse(outside + document).items.map(\.title) == ["&x;"])
        let included =
            "<x:include xmlns:x=\"http://www.w3.org/2001/XInclude\" href=\"\(file.absoluteString)\" parse=\"text\"/>"
        #expect(try item("<title>a\(included)</title>").title == "a")
    }

    @Test func `rejects a document with expanding entities`() {
        let levels = (1...9).map { "<!ENTITY l\($0) \"\(String(repeating: "&l\($0 - 1);", count: 10))\">" }.joined()
        let bomb = "<!DOCTYPE rss [<!ENTITY l0 \"lol\">\(levels)]>" + rss("<item><title>&l9;</title></item>")
        #expect(
            throws: SourceError.invalidData("at line 1: the document declares entities, which agg does not support")
        ) {
            try parse(bomb)
        }
    }

    @Test func `rejects a document beyond the limit`() throws {
        let body = HTTPBody(count: FeedDocument.largest + 1) { _, _ in [] }
        let response = HTTPResponse(url: try url("https://example.org/"), status: 200, body: body)
        #expect(throws: SourceError.tooLarge(limit: FeedDocument.largest)) { try response.feed() }
    }
}

/// Numbers that are the same in every run (xorshift).
private struct SeededNumbers {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
