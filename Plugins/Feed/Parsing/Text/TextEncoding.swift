import Foundation
import Glibc

/// Detects the character set of a document and converts it to UTF-8; every document can be read somehow.
enum TextEncoding {
    /// The bytes of a document in UTF-8, without a byte order mark.
    ///
    /// A byte order mark counts first, then the charset of the HTTP response, then the document's declaration, then UTF-8.
    /// A Western charset is ignored if the bytes are UTF-8, and UTF-8 is ignored if not a single character is valid;
    /// among other charsets, one in which all bytes are valid comes first.
    static func utf8(_ bytes: [UInt8], charset: String?) -> [UInt8] {
        if let (set, mark) = byteOrderMark(bytes) {
            let content = Array(bytes[mark...])
            return set.flatMap { CharacterSetConverter.convert(content, from: $0)?.utf8 } ?? repaired(content)
        }
        var damaged: [UInt8]?
        for name in [charset, declaration(in: bytes)].compactMap(\.self) {
            switch CharacterSetName(name) {
            case .utf8: return damaged ?? repaired(bytes)
            case .western: return isUTF8(bytes) ? bytes : damaged ?? WesternText.utf8(bytes)
            case .other(let set):
                guard let text = CharacterSetConverter.convert(bytes, from: set) else { continue }
                if text.isWhole { return text.utf8 }
                damaged = damaged ?? text.utf8
            case nil: continue
            }
        }
        guard let damaged, !isUTF8(bytes) else { return repaired(bytes) }
        return damaged
    }

    /// The name in `<?xml version="1.0" encoding="…"?>`; nil if absent.
    static func declaration(in bytes: [UInt8]) -> String? {
        let head = String(decoding: bytes.prefix(256), as: UTF8.self)
        guard let start = head.range(of: "<?"), let end = head[start.upperBound...].range(of: "?>"),
            let name = head[start.upperBound..<end.lowerBound].range(of: "encoding=")
        else { return nil }
        let value = head[name.upperBound..<end.lowerBound]
        guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
        return String(value.dropFirst().prefix { $0 != quote })
    }

    /// The Unicode encoding that the first bytes reveal, nil for UTF-8, and the length of the mark.
    private static func byteOrderMark(_ bytes: [UInt8]) -> (set: String?, length: Int)? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (nil, 3) }
        if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return ("UTF-32LE", 4) }
        if bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return ("UTF-32BE", 4) }
        if bytes.starts(with: [0xFF, 0xFE]) { return ("UTF-16LE", 2) }
        if bytes.starts(with: [0xFE, 0xFF]) { return ("UTF-16BE", 2) }
        // There is no mark, but a “<” or “{” in two bytes reveals the encoding.
        if bytes.starts(with: [0x3C, 0]) || bytes.starts(with: [0x7B, 0]) { return ("UTF-16LE", 0) }
        if bytes.starts(with: [0, 0x3C]) || bytes.starts(with: [0, 0x7B]) { return ("UTF-16BE", 0) }
        return nil
    }

    private static func isUTF8(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }

    /// Bytes that claim to be UTF-8: invalid ones become U+FFFD, or all are read as windows-1252 if none is valid.
    private static func repaired(_ bytes: [UInt8]) -> [UInt8] {
        if isUTF8(bytes) { return bytes }
        let text = String(decoding: bytes, as: UTF8.self)
        let hasRight = text.unicodeScalars.contains { $0.value >= 128 && $0 != "\u{FFFD}" }
        return hasRight ? Array(text.utf8) : WesternText.utf8(bytes)
    }
}

/// The meaning of charset names (encoding.spec.whatwg.org, "Names and labels").
enum CharacterSetName: Equatable {
    /// UTF-8, or a declared UTF-16: a declaration readable as ASCII cannot be UTF-16, which its first bytes reveal anyway.
    case utf8
    /// ISO 8859-1, windows-1252, and ASCII, which are often confused.
    case western
    /// Any other encoding, by its name in the C library.
    case other(String)

    /// Looks up a name; nil if unknown.
    init?(_ name: String) {
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines).lowercased().replacing("_", with: "-")
        guard let set = Self.sets[name] else { return nil }
        self = set
    }

    /// All names, in lowercase and with hyphens.
    static let sets: [String: CharacterSetName] = {
        var sets: [String: CharacterSetName] = [:]
        func add(_ set: CharacterSetName, _ labels: String) {
            for label in labels.split(separator: " ") { sets[String(label)] = set }
        }
        add(.utf8, "utf-8 utf8 unicode-1-1-utf-8 utf-16 utf-16le utf-16be ucs-2 unicode iso-10646-ucs-2")
        add(
            .western,
            "iso-8859-1 iso8859-1 iso88591 latin1 latin-1 l1 windows-1252 cp1252 x-cp1252 us-ascii ascii ansi-x3.4-1968"
        )
        for (set, labels) in others { add(.other(set), labels) }
        for page in 1250...1258 where page != 1252 { add(.other("CP\(page)"), "windows-\(page) cp\(page) x-cp\(page)") }
        for part in [2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16] {
            add(.other("ISO-8859-\(part)"), "iso-8859-\(part) iso8859-\(part) iso8859\(part)")
        }
        return sets
    }()

    /// The C library's names, with the names seen in the wild.
    ///
    /// A charset that is a subset of another is read as the larger one, as in browsers.
    private static let others = [
        ("GB18030", "gb18030 gbk x-gbk gb2312 gb-2312-80 gb-2312 csgb2312 chinese cp936 ms936"),
        ("BIG5-HKSCS", "big5 big5-hkscs cn-big5 x-x-big5 csbig5 cp950"),
        ("EUC-JP-MS", "euc-jp x-euc-jp eucjp cseucpkdfmtjapanese ujis"),
        ("CP932", "shift-jis sjis x-sjis csshiftjis ms-kanji ms932 windows-31j cp932"),
        ("ISO-2022-JP", "iso-2022-jp csiso2022jp"),
        ("CP949", "euc-kr cseuckr korean ks-c-5601-1987 ks-c-5601-1989 ksc5601 ksc-5601 windows-949 cp949"),
        ("KOI8-R", "koi8-r koi8 koi koi8r cskoi8r"), ("KOI8-U", "koi8-u koi8-ru"),
        ("IBM866", "ibm866 866 cp866 csibm866"), ("MACINTOSH", "macintosh mac x-mac-roman csmacintosh"),
        ("MAC-CYRILLIC", "x-mac-cyrillic x-mac-ukrainian"),
        ("CP874", "windows-874 tis-620 iso-8859-11 iso8859-11 dos-874"),
        ("CP1254", "iso-8859-9 iso8859-9 iso88599 latin5 l5"),
        ("ISO-8859-2", "latin2 l2"), ("ISO-8859-3", "latin3 l3"), ("ISO-8859-4", "latin4 l4"),
        ("ISO-8859-5", "cyrillic"), ("ISO-8859-6", "arabic"), ("ISO-8859-7", "greek"),
        ("ISO-8859-8", "hebrew iso-8859-8-i iso-8859-8-e"), ("ISO-8859-10", "latin6 l6"), ("ISO-8859-15", "latin9 l9"),
    ]
}

/// The converter of the C library, which supports old character sets that Foundation reads wrongly or not at all.
///
/// This is the only place that calls iconv.
enum CharacterSetConverter {
    /// A text in UTF-8, and whether all of its bytes were valid.
    struct Conversion: Equatable {
        /// The text, with U+FFFD in place of invalid bytes.
        var utf8: [UInt8] = []
        /// Whether all bytes were valid.
        var isWhole = true

        fileprivate mutating func replaceByte() {
            utf8 += [0xEF, 0xBF, 0xBD]
            isWhole = false
        }
    }

    /// Reads bytes in a character set, by its C library name; nil if the library does not have it.
    static func convert(_ bytes: [UInt8], from name: String) -> Conversion? {
        guard let converter = iconv_open("UTF-8", name), converter != iconv_t(bitPattern: -1) else { return nil }
        defer { iconv_close(converter) }
        var conversion = Conversion()
        conversion.utf8.reserveCapacity(bytes.count + bytes.count / 2)
        var bytes = bytes
        bytes.withUnsafeMutableBytes { convert($0, converter, into: &conversion) }
        return conversion
    }

    private static func convert(
        _ bytes: UnsafeMutableRawBufferPointer, _ converter: iconv_t, into conversion: inout Conversion
    ) {
        var input = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        var left = bytes.count
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { room in
            func take(_ free: Int) {
                conversion.utf8.append(contentsOf: room.prefix(room.count - free).lazy.map(UInt8.init(bitPattern:)))
            }
            while left > 0 {
                var output = room.baseAddress
                var free = room.count
                let failed = iconv(converter, &input, &left, &output, &free) == -1
                let reason = errno
                take(free)
                // A full buffer is not an error: the rest comes in the next round.
                guard failed, reason != E2BIG else { continue }
                // An invalid byte, or too few bytes at the end of the text.
                conversion.replaceByte()
                input = input.map { $0 + 1 }
                left = reason == EINVAL ? 0 : left - 1
            }
            // A charset that puts marks after their letter holds back the last letter.
            var output = room.baseAddress
            var free = room.count
            _ = iconv(converter, nil, nil, &output, &free)
            take(free)
        }
    }
}

/// The Western European character sets, which feeds often confuse.
enum WesternText {
    /// The characters of windows-1252 from 0x80 to 0x9F, where ISO 8859-1 has unused control characters; 0 if undefined
    /// (encoding.spec.whatwg.org, index windows-1252).
    private static let controls: [UInt32] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
        0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
        0x0178,
    ]

    /// The character with a code below 256.
    static func scalar(_ code: UInt8) -> Unicode.Scalar {
        guard (0x80...0x9F).contains(code) else { return Unicode.Scalar(code) }
        let value = controls[Int(code) - 0x80]
        return value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    /// Reads bytes as windows-1252; ISO 8859-1 and ASCII are read this way, too.
    static func utf8(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        for byte in bytes {
            if byte < 128 { result.append(byte) } else { result += Array(String(scalar(byte)).utf8) }
        }
        return result
    }
}
