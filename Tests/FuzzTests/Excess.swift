/// Input with far more of one thing than anyone would send.
struct Excess {
    let name: String
    let text: String

    /// Returns all kinds of excess, nested or repeated about `depth` times.
    static func all(depth: Int) -> [Excess] {
        let long = repeated("a", depth * 5)
        func nested(_ open: String, _ close: String) -> String { repeated(open, depth) + repeated(close, depth) }
        return [
            Excess(name: "a long string", text: #"[{"_id":1,"id":1,"name":"\#(long)","title":"\#(long)"}]"#),
            Excess(name: "a long element", text: "<rss><channel><item><title>\(long)</title></item></channel></rss>"),
            Excess(name: "nested lists", text: nested("[", "]")),
            Excess(name: "nested lists in an item", text: "[" + nested("[", "]") + "]"),
            Excess(name: "nested objects", text: nested(#"{"a":"#, "}")),
            Excess(name: "nested elements", text: nested("<a>", "</a>")),
            Excess(
                name: "nested outlines", text: "<opml><body>" + nested("<outline>", "</outline>") + "</body></opml>"),
            Excess(name: "quotes", text: repeated("\"", depth)),
            Excess(name: "colons", text: repeated("a:", depth)),
            Excess(name: "hyphens", text: repeated("-", depth)),
            Excess(name: "separators", text: repeated(";", depth)),
            Excess(name: "alternatives", text: repeated("a OR ", depth)),
            Excess(name: "references", text: "<rss><channel><title>" + repeated("&amp;&#x10FFFF;", depth)),
            Excess(name: "marks", text: "a" + repeated("\u{301}", depth)),
            Excess(name: "digits", text: "[" + repeated("9", depth) + "]"),
            Excess(
                name: "numbers beyond all",
                text: #"[{"_id":9007199254740993,"coord":{"lon":1e999,"lat":-1e-999}},123456789012345678901]"#),
            Excess(
                name: "late dates",
                text: #"[{"id":1,"name":"a","pushed_at":"10000-01-01T00:00:00Z"}] 10000-02-29 date:10000-01..99999-13"#),
        ]
    }

    private static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
}
