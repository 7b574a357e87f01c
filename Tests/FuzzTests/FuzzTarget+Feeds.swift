import AggSource
import FeedSource

extension FuzzTarget {
    private static let rss = """
        <?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "b">]><rss version="2.0"><channel><title>N</title><item>\
        <guid>1</guid><title><![CDATA[A & B]]></title><pubDate>Sat, 07 Sep 2002 00:00:01 GMT</pubDate>\
        <description>&lt;p&gt;Hi &#233;&amp;eacute;</description></item></channel></rss>
        """
    private static let atom = """
        <feed xmlns="http://www.w3.org/2005/Atom"><title type="html">N</title><entry><id>1</id><title>A</title>\
        <updated>2003-12-13T18:30:02Z</updated><link rel="alternate" href="a"/><content type="xhtml"><div>x</div>\
        </content></entry><link rel="next" href="?2"/></feed>
        """
    private static let others = [
        #"{"version":"https://jsonfeed.org/version/1.1","title":"N","items":[{"id":"1","content_html":"<b>x"}]}"#,
        #"{"items":[{"id":"73A7F70C-75DA-4C2E-B5A3-EED40DC53AA6","image":"https://url.com/1","location":"L"}]}"#,
    ]
    private static let opml = """
        <opml version="2.0"><head><title>L</title></head><body><outline text="F/G"><outline type="rss" text="A &amp; B" \
        xmlUrl="https://a.example/feed"/></outline></body></opml>
        """

    static let feeds = [
        source(FeedSource.self, "feed", [rss, atom, "<?><rss/>"] + others),
        FuzzTarget(name: "opml", seeds: [opml, "<?><opml/>"]) { bytes throws(BrokenPromise) in
            guard let found = try? FeedSource.sources(listedIn: bytes) else { return }
            let ids = found.filter { $0.skipReason == nil }.map(\.id)
            try BrokenPromise.unless(Set(ids).count == ids.count, "an id appears twice in \(ids)")
        },
    ]
}
