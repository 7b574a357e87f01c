import Testing

@testable import FeedSource

struct HTMLTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("  a \n\t b  ", "a b"), ("a<b>b</b> <i>c</i>", "ab c"),
        ("<p>One</p><p>Two</p>", "One\nTwo"),
        ("One<br>Two<br/>Three", "One\nTwo\nThree"), ("<ul><li>a</li><li>b</li></ul>", "a\nb"),
        ("<td>a</td><td>b</td>", "a b"), ("AT&amp;T", "AT&T"), ("a&nbsp;&#160;\u{A0}b", "a b"), ("&lt;b&gt;", "<b>"),
        ("caf&eacute; &#8212; &#x2014; &#151;", "café — — —"), ("£5 é", "£5 é"), ("1 < 2 > 0", "1 < 2 > 0"),
        ("x<y", "x<y"),
        ("Array<T> and List<Int>", "Array<T> and List<Int>"), ("<a href=\"x>y\">link</a>", "link"),
        ("<a title='it's'>b</a>c", "bc"), ("a<!-- <b> -->c", "ac"), ("a<script>if (1 < 2) {}</script>b", "ab"),
        ("a<STYLE type=x>p {}</Style >b", "ab"), ("a<script>b", "ab"), ("<img src='x' alt='y'>z", "z"), ("a<b", "a"),
        ("a &unknown; &copy=2 &", "a &unknown; &copy=2 &"), ("<![CDATA[x]]>y", "y"), ("<", "<"), ("a<", "a<"),
        ("<h1>T</h1>text<div><div>x</div></div>", "T\ntext\nx"), ("日本<b>語</b>", "日本語"),
    ])
    func `returns the text that a person reads`(html: String, expected: String) {
        #expect(HTMLText.lines(html) == expected)
    }

    @Test(arguments: ["", " \n", "<p></p>", "<img src='x'>", "&nbsp;", "<script>x</script>", "<!-- x"])
    func `finds no text if there is none`(html: String) {
        #expect(HTMLText.lines(html) == nil)
        #expect(HTMLText.line(html) == nil)
    }

    @Test func `joins everything on one line`() {
        #expect(HTMLText.line("<p>One</p>\n<p>Two</p>") == "One Two")
        #expect(HTMLText.plainLine(" a\n <b> ") == "a <b>")
        #expect(HTMLText.plainLineWithReferences("Salt &amp; <b> Pepper &x") == "Salt & <b> Pepper &x")
    }

    @Test(arguments: ["<script>", "<a x=\"", "<!--", "&#", "<a x=\">", "<p", "&amp"])
    func `reads hostile text only once`(piece: String) {
        // A reader that backtracks would take minutes.
        _ = HTMLText.lines(String(repeating: piece, count: 100_000 / piece.utf8.count))
    }
}
