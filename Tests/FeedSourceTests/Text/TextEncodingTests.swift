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

    @Test func `prefers HTTP to the declaration, and the declaration to the default`() {
        #expect(text(Self.cyrillic, charset: "windows-1251") == "Привет")
        #expect(text(declared("iso-8859-1", Self.cyrillic), charset: "windows-1251") == "Привет")
        #expect(text(declared("windows-1251", Self.cyrillic)) == "Привет")
        #expect(text(Array("é".utf8)) == "é")
    }

    @Test func `ignores a Western charset if the bytes are UTF-8`() {
        #expect(text(declared("iso-8859-1", Array("café".utf8))) == "café")
        #expect(text(Array("café".utf8), charset: "us-ascii") == "café")
    }

    @Test func `reads Latin-1 that is labeled UTF-8, and the characters of windows-1252`() {
        #expect(text(declared("utf-8", Self.latin1)) == "café")
        #expect(text(Self.latin1) == "café")
        #expect(text(declared("iso-8859-1", [0x93, 0x80, 0x94])) == "“€”")
    }

    @Test(arguments: ["<?>", "<a/><?>é", "?><?>", "<?", "<?xml encoding=?>", "<?xml encoding=\"?>"])
    func `ignores a malformed declaration`(document: String) {
        #expect(TextEncoding.utf8(Array(document.utf8), charset: nil) == Array(document.utf8))
    }

    @Test func `keeps the rest of UTF-8 with one invalid byte`() {
        #expect(text(Array("é".utf8) + [0xFF, 0x61]) == "é\u{FFFD}a")
    }

    @Test(
        arguments: [
            [0xEF, 0xBB, 0xBF, 0xC3, 0xA9], [0xFF, 0xFE, 0xE9, 0], [0xFE, 0xFF, 0, 0xE9],
            [0xFF, 0xFE, 0, 0, 0xE9, 0, 0, 0],
        ] as [[UInt8]])
    func `prefers a byte order mark to everything else`(bytes: [UInt8]) {
        #expect(text(bytes, charset: "windows-1251") == "é")
    }

    @Test func `detects UTF-16 without a byte order mark`() {
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

    /// The bytes come from Python's codecs, or from related ones if those cover less.
    @Test(
        arguments: [
            ("Shift_JIS", [0x83, 0x5C, 0x83, 0x45, 0x83, 0x8B, 0x20, 0x95, 0x5C, 0x87, 0x40, 0x81, 0x60], "ソウル 表①～"),
            ("windows-31j", [0xEE, 0xE0, 0xED, 0x95], "髙﨑"),
            ("EUC-JP", [0xC6, 0xFC, 0xCB, 0xDC, 0xB8, 0xEC, 0x20, 0xAD, 0xA1], "日本語 ①"),
            ("x-euc-jp", [0xA4, 0xD2, 0xA4, 0xE9, 0xA4, 0xAC, 0xA4, 0xCA], "ひらがな"),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x30, 0x21, 0x47, 0x2E, 0x42, 0x53, 0x1B, 0x28, 0x42], "亜熱帯"),
            ("gb2312", [0xB1, 0xB1, 0xBE, 0xA9], "北京"), ("GBK", [0xB7, 0xB1, 0xF3, 0x77], "繁體"),
            ("gb18030", [0x95, 0x32, 0x82, 0x36], "𠀀"), ("Big5", [0xA5, 0x78, 0xC6, 0x57], "台灣"),
            ("big5-hkscs", [0x8B, 0x64], "𠻺"), ("EUC-KR", [0xBC, 0xAD, 0xBF, 0xEF], "서울"),
            ("ks_c_5601-1987", [0x8C, 0x63, 0xB9, 0xE6, 0xB0, 0xA2, 0xC7, 0xCF], "똠방각하"),
            ("koi8-u", [0xB7, 0xD6, 0xC1, 0xCB], "Їжак"), ("ibm866", [0x8F, 0xE0, 0xA8, 0xA2, 0xA5, 0xE2], "Привет"),
            ("windows-1250", [0xA3, 0xF3, 0x64, 0x9F], "Łódź"),
            ("windows-1253", [0xC1, 0xE8, 0xDE, 0xED, 0xE1], "Αθήνα"),
            ("windows-1254", [0xDD, 0xF0, 0x64, 0xFD, 0x72], "İğdır"),
            ("windows-1255", [0xF9, 0xEC, 0xE5, 0xED], "שלום"), ("windows-1256", [0xD3, 0xE1, 0xC7, 0xE3], "سلام"),
            ("windows-1257", [0xD0, 0x69, 0x61, 0x75, 0x6C, 0x69, 0x61, 0x69], "Šiauliai"),
            ("windows-1258", [0x48, 0xE0, 0x20, 0x4E, 0xF4, 0xF2, 0x69], "Hà Nội"),
            ("tis-620", [0xE4, 0xB7, 0xC2], "ไทย"), ("iso-8859-5", [0xBF, 0xE0, 0xD8, 0xD2, 0xD5, 0xE2], "Привет"),
            ("iso-8859-6", [0xD3, 0xE4, 0xC7, 0xE5], "سلام"), ("iso-8859-7", [0xC1, 0xE8, 0xDE, 0xED, 0xE1], "Αθήνα"),
            ("iso-8859-8", [0xF9, 0xEC, 0xE5, 0xED], "שלום"), ("iso-8859-9", [0xDD, 0xF0, 0x64, 0xFD, 0x72], "İğdır"),
            ("macintosh", [0x43, 0x61, 0x66, 0x8E], "Café"),
            ("x-mac-cyrillic", [0x8F, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2], "Привет"),
        ] as [(String, [UInt8], String)])
    func `reads legacy charsets of many countries`(name: String, bytes: [UInt8], expected: String) {
        #expect(text(bytes, charset: name) == expected)
        if name != "iso-2022-jp" { #expect(text(declared(name, bytes)) == expected) }
    }

    @Test func `supports every charset that it has a name for`() {
        for (name, set) in CharacterSetName.sets {
            guard case .other(let library) = set else { continue }
            #expect(CharacterSetConverter.convert(Array("a".utf8), from: library)?.utf8 == [0x61], "\(name)")
        }
    }

    @Test func `marks invalid bytes and continues after them`() {
        #expect(text([0x93, 0xFA, 0xFF, 0x96, 0x7B, 0x93], charset: "shift_jis") == "日\u{FFFD}本\u{FFFD}")
        let long = [UInt8](repeating: 0xCF, count: 20_001)
        #expect(text(long, charset: "windows-1251") == String(repeating: "П", count: 20_001))
        #expect(text([], charset: "big5") == "")
    }

    @Test func `prefers a charset in which every byte is valid`() {
        #expect(text(declared("shift_jis", [0x93, 0xFA]), charset: "euc-jp") == "日")
        #expect(text(Array("日本".utf8), charset: "euc-kr") == "日本")
    }

    @Test func `ignores a UTF-16 label on text that is readable byte by byte`() {
        #expect(text(declared("utf-16", Array("é".utf8))) == "é")
        #expect(text(Array("é".utf8), charset: "utf-16le") == "é")
    }

    @Test func `finds the declaration whatever surrounds it`() {
        #expect(TextEncoding.declaration(in: Array("<?xml version='1.0' encoding='koi8-r' ?>".utf8)) == "koi8-r")
        #expect(TextEncoding.declaration(in: Array("<?xml version='1.0'?><a encoding='x'/>".utf8)) == nil)
        #expect(TextEncoding.declaration(in: Array("<?xml encoding=".utf8)) == nil)
        #expect(TextEncoding.declaration(in: []) == nil)
    }
}
