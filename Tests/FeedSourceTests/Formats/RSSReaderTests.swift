import AggSource
import Testing

@testable import FeedSource

struct RSSReaderTests {
    @Test func `reads the parts of an item`() throws {
        let item = try item(
            """
            <title>A &lt;b&gt;bold&lt;/b&gt; title</title><link> http://a.example/1 </link><guid isPermaLink="false">x1</guid>
            <description>&lt;p&gt;One&lt;/p&gt;&lt;p&gt;Two&lt;/p&gt;</description><author>mail@a.example (Ann)</author>
            <category>News</category><category> Art </category><category>News</category>
            <pubDate>Thu, 01 Jan 2004 19:48:21 GMT</pubDate><enclosure url="/a.mp3" type="audio/mpeg"/>
            <content:encoded><![CDATA[<p>Whole</p>]]></content:encoded><media:thumbnail url="http://a.example/t.png"/>
            """)
        #expect(item.title == "A bold title")
        #expect(item.link == "http://a.example/1")
        #expect(item.id == "x1")
        #expect(item.summary == "One\nTwo")
        #expect(item.content == "Whole")
        #expect(item.author == "Ann")
        #expect(item.categories == ["News", "Art"])
        #expect(item.published?.text == "2004-01-01T19:48:21Z")
        #expect(item.attachment == "https://example.org/a.mp3")
        #expect(item.image == "http://a.example/t.png")
    }

    @Test(arguments: [
        ("<link>http://a.example/1</link>", "http://a.example/1"),
        ("<link href='http://a.example/2'/>", "http://a.example/2"),
        ("<guid>http://a.example/3</guid>", "http://a.example/3"),
        ("<guid isPermaLink='false'>http://a.example/4</guid>", nil),
        ("<guid>tag:x</guid>", nil), ("<link/><guid>http://a.example/5</guid>", "http://a.example/5"),
        ("<atom:link href='http://a.example/6'/>", "http://a.example/6"),
        ("<link>/7?a&amp;b</link>", "http://home.example/7?a&b"),
        ("<atom:link rel='self' href='http://a.example/8'/><link>9</link>", "http://home.example/x/9"),
        ("<link xml:base='http://b.example/y/'>10</link>", "http://b.example/y/10"),
        ("<link>javascript:alert(1)</link>", nil),
        ("<link>at://did:plc:x/y</link>", "at://did:plc:x/y"), ("<link>//c.example/11</link>", "http://c.example/11"),
    ])
    func `finds the link and resolves it against xml base or the channel's page`(content: String, expected: String?)
        throws
    {
        let channel = "<title>T</title><link>http://home.example/x/</link>"
        #expect(try item("<title>t</title>\(content)", channel: channel).link == expected)
    }

    @Test func `resolves links against the document if the channel has no page`() throws {
        #expect(try item("<link>a/b</link>").link == "https://example.org/a/b")
    }

    @Test(arguments: [
        ("<author>Ann</author>", "Ann"), ("<author>ann@a.example</author>", "ann@a.example"),
        ("<author>Ann &lt;ann@a.example&gt;</author>", "Ann"), ("<author>ann@a.example (Ann (B))</author>", "Ann (B)"),
        ("<author>Ann [ann@a.example]</author>", "Ann [ann@a.example]"), ("<author/>", nil),
        ("<dc:creator>Ann</dc:creator><dc:creator>Bob</dc:creator>", "Ann, Bob"),
        ("<itunes:author>Ann</itunes:author>", "Ann"),
        ("<atom:author><atom:name>Ann</atom:name></atom:author>", "Ann"),
        ("<author>Ann (ann@a.example)</author>", "Ann"),
        ("<author><name>Eve</name><title>Product Manager</title></author>", "Eve"),
        (
            "<author><name>Eve</name><email>e@x.org</email></author><author><email>f@x.org</email></author>",
            "Eve, f@x.org"
        ),
    ])
    func `finds the author`(content: String, expected: String?) throws {
        #expect(try item("<title>t</title>\(content)").author == expected)
    }

    @Test(arguments: [
        ("<pubDate>2004-01-01T19:48:21Z</pubDate>", "2004-01-01T19:48:21Z"),
        ("<pubdate>Thu, 01 Jan 2004</pubdate>", "2004-01-01"),
        ("<dc:date>2004-01-01</dc:date>", "2004-01-01"), ("<atom:published>2004-01-01</atom:published>", "2004-01-01"),
        ("<pubDate>soon</pubDate>", nil), ("<pubDate/><dc:date>2004-01-01</dc:date>", "2004-01-01"),
    ])
    func `finds the date`(content: String, expected: String?) throws {
        #expect(try item("<title>t</title>\(content)").published?.text == expected)
    }

    @Test func `reads items outside the channel, as in RDF`() throws {
        let feed = try parse(
            """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
             xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="http://a.example/"><title>T</title>
            <link>http://a.example/</link><items><rdf:Seq><rdf:li resource="http://a.example/1"/></rdf:Seq></items></channel>
            <item rdf:about="http://a.example/1"><title>One</title><link>http://a.example/one</link><dc:date>2003-12-31</dc:date>
            <dc:subject>Art</dc:subject></item></rdf:RDF>
            """)
        let item = try onlyItem(feed)
        #expect(feed.title == "T")
        #expect(item.id == "http://a.example/1")
        #expect(item.link == "http://a.example/one")
        #expect(item.published?.text == "2003-12-31")
        #expect(item.categories == ["Art"])
    }

    @Test func `an item without an end tag ends where the next one starts`() throws {
        let feed = try parse(
            rss("<item><title>a</title><item><title>b</title></item><item><title>c</title><p>open</item>"))
        #expect(feed.items.map(\.title) == ["a", "b", "c"])
        #expect(feed.notes.joined().contains("a <item> without an end tag"), "\(feed.notes)")
    }

    @Test func `skips and counts empty items`() throws {
        let feed = try parse(rss("<item/><item><title>b</title></item><item> </item>"))
        #expect(feed.items.map(\.title) == ["b"])
        #expect(feed.skipped.map(\.item) == [1, 3])
    }

    @Test func `reads RSS in JSON`() throws {
        let item = try onlyItem(
            parse(
                """
                {"rss": {"channel": {"title": "T", "link": "http://a.example/", "item": [{"title": "A &amp; B",
                "guid": {"#value": "http://a.example/1"}, "pubDate": "Thu, 01 Jan 2004 19:48:21 GMT", "description": "<p>x"}]}}}
                """))
        #expect(item.title == "A & B")
        #expect(item.link == "http://a.example/1")
        #expect(item.published?.day == "2004-01-01")
        #expect(item.summary == "x")
    }
}
