import Foundation

/// What a charset's name means (encoding.spec.whatwg.org, "Names and labels").
enum CharacterSetName: Equatable {
    /// UTF-8, and UTF-16: a name that can be read byte by byte stands in no UTF-16, and a text in it is known by its
    /// first bytes.
    case utf8
    /// ISO 8859-1, windows-1252 and ASCII, which are used for one another.
    case western
    /// Another one, by the name that the C library has for it.
    case other(String)

    /// Looks a name up; nil where it is unknown.
    init?(_ name: String) {
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines).lowercased().replacing("_", with: "-")
        guard let set = Self.sets[name] else { return nil }
        self = set
    }

    /// All names, in lower case and with hyphens.
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

    /// The C library's names, and what the wild calls them.
    ///
    /// A set that another contains is read as the larger one, as browsers do.
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
