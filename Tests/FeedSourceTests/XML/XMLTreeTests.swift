import AggSource
import Foundation
import Testing

@testable import FeedSource

struct XMLTreeTests {
    private func tree(_ text: String, from address: String? = nil) throws -> XMLTree {
        try XMLTree(Array(text.utf8), from: address.flatMap(URL.init(string:)))
    }

    @Test(arguments: [
        ("<a/>", XMLNamespace.plain), ("<a xmlns='http://www.w3.org/2005/Atom'/>", .atom),
        ("<x:a xmlns:x='http://www.w3.org/2005/Atom'/>", .atom), ("<a xmlns='http://purl.org/atom/ns#'/>", .atom),
        ("<a xmlns='http://purl.org/rss/1.0/'/>", .plain), ("<a xmlns='urn:nobody:knows'/>", .plain),
        ("<x:a xmlns:x='urn:nobody:knows'/>", .other), ("<x:a/>", .other), ("<dc:a/>", .dublinCore),
        ("<x:a xmlns:x=' http://purl.org/dc/elements/1.1/ '/>", .dublinCore),
        ("<media:a xmlns:media='http://search.yahoo.com/mrss/'/>", .media), ("<itunes:a/>", .itunes),
        ("<i:a xmlns:i='http://www.itunes.com/DTDs/PodCast-1.0.dtd'/>", .itunes),
    ])
    func `recognizes vocabularies by namespace, or else by their usual prefix`(text: String, space: XMLNamespace) throws
    {
        let root = try #require(try tree(text).root)
        #expect(root.name == "a")
        #expect(root.space == space)
    }

    @Test func `stores stray characters and endless attributes in little memory`() throws {
        let stray = try #require(try tree("<a>" + String(repeating: "< ", count: 10_000) + "</a>").root)
        #expect(stray.content.count == 1)
        #expect(stray.text?.utf8.count == 19_999)
        let signs = try #require(try tree("<a b='1' " + String(repeating: "=", count: 10_000) + " c='2'/>").root)
        #expect(signs.attributes.map(\.name) == ["b", "c"])
        let many = (0..<10_000).map { "n\($0)" }.joined(separator: " ")
        #expect(try tree("<a \(many)><b>1</b></a>").root?.attributes.count == 1_000)
    }

    @Test(arguments: [
        ("<a><b>1</b><b>2</b></a>", ["1", "2"], false),
        ("<a><b>1<c></b><b>2</b></a>", ["1", "2"], true),
        ("<a><b>1</x></b><b>2</b></a>", ["1", "2"], true),
        ("<a><b>1</B><b>2</b></a> trailing", ["1", "2"], false),
        ("<a><b>1</b><b>2", ["1", "2"], true),
        ("<a><b>1</b>", ["1"], true),
    ])
    func `continues after mismatched tags`(text: String, expected: [String], isFaulty: Bool) throws {
        let tree = try tree(text)
        #expect(tree.root?.all("b", .plain).map { $0.text ?? "" } == expected)
        #expect((tree.fault != nil) == isFaulty)
    }

    @Test func `marks unclosed elements`() throws {
        let root = try #require(try tree("<a><b>1</b><b>2<c>").root)
        #expect(root.all("b", .plain).map(\.isComplete) == [true, false])
        #expect(!root.isComplete)
    }

    @Test func `resolves xml base from the outside in`() throws {
        let root = try #require(
            try tree(
                "<a xml:base='/x/'><b xml:base='y/'/><b xml:base='http://b.example/'/><b/></a>",
                from: "http://a.example/f"
            )
            .root)
        #expect(
            root.all("b", .plain).map { $0.base?.absoluteString ?? "" } == [
                "http://a.example/x/y/", "http://b.example/", "http://a.example/x/",
            ])
    }

    @Test func `returns markup as HTML`() throws {
        #expect(try tree("<a>1 &lt;b&gt; &amp;amp;</a>").root?.markup == "1 <b> &amp;")
        #expect(try tree("<a>1 &lt; <b>2 &amp; 3</b></a>").root?.markup == "1 &lt; <b>2 &amp; 3</b>")
    }

    @Test func `rejects endless nesting but accepts any number of siblings`() throws {
        let deep = String(repeating: "<a>", count: 100_000)
        #expect { try tree(deep) } throws: { ($0 as? SourceError)?.code == "invalid_data" }
        let wide = "<a>\(String(repeating: "<b/>", count: 100_000))</a>"
        #expect(try tree(wide).root?.elements.count == 100_000)
    }

    @Test func `limits the number of namespace prefixes`() throws {
        let declarations = (0..<5_000).map { "xmlns:p\($0)='urn:x'" }.joined(separator: " ")
        let levels = (0..<150).map { "<a xmlns:q\($0)='urn:y'>" }.joined()
        #expect(try tree("<r \(declarations)>\(levels)").root?.elements.count == 1)
    }
}
