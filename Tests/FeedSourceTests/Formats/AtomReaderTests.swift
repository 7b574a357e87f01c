import AggSource
import Testing

@testable import FeedSource

struct AtomReaderTests {
    @Test func `reads the parts of an entry`() throws {
        let item = try entry(
            """
            <id>tag:a.example,2004:1</id><title>A title</title><link rel="alternate" href="http://a.example/1"/>
            <link rel="enclosure" type="audio/mpeg" href="http://a.example/1.mp3"/><published>2004-01-01T00:00:00Z</published>
            <updated>2004-01-02T00:00:00Z</updated><author><name>Ann</name></author><author><name>Bob</name></author>
            <category term="a" label="Art"/><category term="news"/><summary type="html">&lt;p&gt;Short&lt;/p&gt;</summary>
            <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Whole</p><p>text &amp; all</p></div></content>
            """)
        #expect(item.id == "tag:a.example,2004:1")
        #expect(item.title == "A title")
        #expect(item.link == "http://a.example/1")
        #expect(item.attachment == "http://a.example/1.mp3")
        #expect(item.published?.text == "2004-01-01T00:00:00Z")
        #expect(item.updated?.text == "2004-01-02T00:00:00Z")
        #expect(item.author == "Ann, Bob")
        #expect(item.categories == ["Art", "news"])
        #expect(item.summary == "Short")
        #expect(item.content == "Whole\ntext & all")
    }

    @Test(arguments: [
        ("<title>a &lt;b&gt; c</title>", "a <b> c"), ("<title type='text'>a &amp;amp; b</title>", "a &amp; b"),
        ("<title type='html'>a &lt;b&gt;c&lt;/b&gt; &amp;amp; d</title>", "a c & d"),
        ("<title type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>a <b>c</b> &lt;d&gt;</div></title>", "a c <d>"),
        ("<title type='text/html' mode='escaped'>a &lt;b&gt;c&lt;/b&gt;</title>", "a c"),
        ("<title mode='base64' type='text/html'>PGI+YTwvYj4=</title>", "a"), ("<title>\n a\n b </title>", "a b"),
    ])
    func `reads a title according to its type`(title: String, expected: String) throws {
        #expect(try entry(title).title == expected)
    }

    @Test(
        arguments: [
            ("<content type='image/png'>iVBORw0KGgo=</content>", nil),
            ("<content type='application/octet-stream'>SGVs\n bG8=</content>", "Hello"),
            ("<content type='text/html' mode='base64'>/////w==</content>", nil),
            ("<content type='application/xhtml+xml'><p>Hello</p></content>", "Hello"),
        ] as [(String, String?)])
    func `reads content in base64 only if it is text`(content: String, expected: String?) throws {
        #expect(try entry("<title>T</title>" + content).summary == expected)
    }

    @Test(arguments: [
        ("<link href='http://a.example/1'/>", "http://a.example/1"),
        (
            "<link rel='self' href='http://a.example/0'/><link rel='alternate' href='http://a.example/2'/>",
            "http://a.example/2"
        ),
        ("<link rel='self' href='http://a.example/0'/>", nil),
        ("<content src='http://a.example/3'/>", "http://a.example/3"),
        (
            "<link type='application/pdf' href='http://a.example/p'/><link type='text/html' href='http://a.example/4'/>",
            "http://a.example/4"
        ),
        ("<link href='5'/>", "https://example.org/5"),
        ("<link xml:base='http://b.example/x/' href='6'/>", "http://b.example/x/6"),
        ("<link href=' http://a.example/7 '/>", "http://a.example/7"),
    ])
    func `finds the link`(content: String, expected: String?) throws {
        #expect(try entry("<title>t</title>\(content)").link == expected)
    }

    @Test func `resolves links against the feed's own page`() throws {
        let feed = try parse(
            "<feed xmlns='http://www.w3.org/2005/Atom'><link href='http://home.example/x/'/><entry><link href='1'/></entry></feed>"
        )
        #expect(try onlyItem(feed).link == "http://home.example/x/1")
    }

    @Test func `uses the author of the source, or else the author of the feed`() throws {
        let feed = try parse(
            """
            <feed xmlns="http://www.w3.org/2005/Atom"><author><name>Zoe</name></author><entry><title>a</title></entry>
            <entry><title>b</title><source><author><name>Ann</name></author></source></entry>
            <entry><title>c</title><author><email>bob@b.example</email></author></entry></feed>
            """)
        #expect(feed.items.map(\.author) == ["Zoe", "Ann", "bob@b.example"])
    }

    @Test func `reads the dates of Atom 0_3`() throws {
        let feed = try parse(
            """
            <feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><title>a</title><issued>2003-12-31T10:14:55Z</issued>
            <modified>2004-01-01T10:14:55Z</modified></entry></feed>
            """)
        let item = try onlyItem(feed)
        #expect(item.published?.day == "2003-12-31")
        #expect(item.updated?.day == "2004-01-01")
    }
}
