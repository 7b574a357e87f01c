import Testing

@testable import FeedSource

struct TextEncodingTests {
    private static let latin1: [UInt8] = [0x63, 0x61, 0x66, 0xE9]
    private static let cyrillic: [UInt8] = [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]

    private func declared(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        Array("<?xml version=\"1.0\" encoding=\"\(name)\"?>".utf8) + bytes
    }

    private func text(_ bytes: [UInt8], charset: String? = nil) -> String {
        let text = String(decoding: TextEncoding.utf8(bytes, charset: charset), as: UTF8.self)
        return text.hasPrefix("<?") ? String(text.split(separator: "?>")[1]) : text
    }

    @Test func `believes HTTP before the declaration, and the declaration before nothing`() {
        #expect(text(Self.cyrillic, charset: "windows-1251") == "Привет")
        #expect(text(declared("iso-8859-1", Self.cyrillic), charset: "windows-1251") == "Привет")
        #expect(text(declared("windows-1251", Self.cyrillic)) == "Привет")
        #expect(text(Array("é".utf8)) == "é")
    }

    @Test func `believes no Western charset where the bytes are UTF-8`() {
        #expect(text(declared("iso-8859-1", Array("café".utf8))) == "café")
        #expect(text(Array("café".utf8), charset: "us-ascii") == "café")
    }

    @Test func `reads Latin-1 that is called UTF-8, and the letters of windows-1252`() {
        #expect(text(declared("utf-8", Self.latin1)) == "café")
        #expect(text(Self.latin1) == "café")
        #expect(text(declared("iso-8859-1", [0x93, 0x80, 0x94])) == "“€”")
    }

    @Test func `keeps the rest of UTF-8 that is broken in one place`() {
        #expect(text(Array("é".utf8) + [0xFF, 0x61]) == "é\u{FFFD}a")
    }

    @Test(
        arguments: [
            [0xEF, 0xBB, 0xBF, 0xC3, 0xA9], [0xFF, 0xFE, 0xE9, 0], [0xFE, 0xFF, 0, 0xE9],
            [0xFF, 0xFE, 0, 0, 0xE9, 0, 0, 0],
        ] as [[UInt8]])
    func `believes a byte order mark before all`(bytes: [UInt8]) {
        #expect(text(bytes, charset: "windows-1251") == "é")
    }

    @Test func `sees UTF-16 without a mark`() {
        #expect(text(Array("<a/>".utf8).flatMap { [$0, 0] }) == "<a/>")
        #expect(text(Array("<a/>".utf8).flatMap { [0, $0] }) == "<a/>")
    }

    @Test(
        arguments: [
            ("koi8-r", [0xF0, 0xD2], "Пр"), ("shift_jis", [0x93, 0xFA, 0x96, 0x7B], "日本"),
            ("gb2312", [0xC4, 0xE3], "你"),
            ("big5", [0xA7, 0x41], "你"), ("euc-kr", [0xB0, 0xA1], "가"), ("iso-8859-2", [0xBE], "ž"),
            ("iso-8859-15", [0xA4], "€"), ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x30, 0x21, 0x1B, 0x28, 0x42], "亜"),
            ("unheard-of", [0xE9], "é"), ("ISO-8859-1", [0xE9], "é"),
        ] as [(String, [UInt8], String)])
    func `reads other charsets`(name: String, bytes: [UInt8], expected: String) {
        #expect(text(bytes, charset: name) == expected)
    }

    @Test func `finds the declaration whatever stands around it`() {
        #expect(TextEncoding.declaration(in: Array("<?xml version='1.0' encoding='koi8-r' ?>".utf8)) == "koi8-r")
        #expect(TextEncoding.declaration(in: Array("<?xml version='1.0'?><a encoding='x'/>".utf8)) == nil)
        #expect(TextEncoding.declaration(in: Array("<?xml encoding=".utf8)) == nil)
        #expect(TextEncoding.declaration(in: []) == nil)
    }
}
