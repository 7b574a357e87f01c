import Foundation

/// What a charset's name means (encoding.spec.whatwg.org, "Names and labels").
enum CharacterSetName: Equatable {
    /// UTF-8.
    case utf8
    /// ISO 8859-1, windows-1252 and ASCII, which are used for one another.
    case western
    /// Another one that the platform can read.
    case other(String.Encoding)

    /// Looks a name up; nil where it is unknown.
    init?(_ name: String) {
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines).lowercased().replacing("_", with: "-")
        switch name {
        case "utf-8", "utf8", "unicode-1-1-utf-8": self = .utf8
        case "iso-8859-1", "iso8859-1", "latin1", "latin-1", "l1", "windows-1252", "cp1252", "us-ascii", "ascii":
            self = .western
        default:
            guard let encoding = Self.encodings[name] else { return nil }
            self = .other(encoding)
        }
    }

    /// The platform's encodings by name; those without a constant are CFStringEncodings, marked by the highest bit.
    private static let encodings: [String: String.Encoding] = {
        var encodings: [String: String.Encoding] = [
            "utf-16": .utf16, "utf-16le": .utf16LittleEndian, "utf-16be": .utf16BigEndian,
            "shift-jis": .shiftJIS, "sjis": .shiftJIS, "x-sjis": .shiftJIS, "windows-31j": .shiftJIS,
            "iso-8859-2": .isoLatin2, "latin2": .isoLatin2, "windows-1250": .windowsCP1250,
            "windows-1251": .windowsCP1251, "cp1251": .windowsCP1251, "windows-1253": .windowsCP1253,
            "windows-1254": .windowsCP1254, "iso-2022-jp": .iso2022JP, "macintosh": .macOSRoman,
        ]
        let others: [(UInt, [String])] = [
            (0x0A02, ["koi8-r", "koi8"]), (0x0632, ["gb18030", "gbk", "gb2312", "x-gbk"]), (0x0A03, ["big5"]),
            (0x0940, ["euc-kr", "ks-c-5601-1987"]), (0x0920, ["euc-jp"]), (0x0505, ["windows-1255"]),
            (0x0506, ["windows-1256"]), (0x0507, ["windows-1257"]), (0x0508, ["windows-1258"]), (0x0A08, ["koi8-u"]),
        ]
        for (code, names) in others {
            for name in names { encodings[name] = String.Encoding(rawValue: 0x8000_0000 | code) }
        }
        for part in UInt(3)...16 where part != 12 {
            encodings["iso-8859-\(part)"] = String.Encoding(rawValue: 0x8000_0200 | part)
        }
        return encodings
    }()
}
