/// A reference such as `&amp;`, `&eacute;`, `&#233;` or `&#xE9;` in XML or HTML.
struct CharacterReference {
    /// The character in UTF-8.
    let text: [UInt8]
    /// The place behind the reference.
    let end: Int

    /// Reads the reference that begins with the “&” at a place; nil where there is none that ends before another place.
    ///
    /// A name needs its semicolon: `?a=1&copy=2` is an address. Codes from 128 to 159 are meant for windows-1252.
    init?(in bytes: [UInt8], at start: Int, before limit: Int) {
        var index = start + 1
        let isNumber = index < limit && bytes[index] == UInt8(ascii: "#")
        if isNumber { index += 1 }
        let first = index
        while index < limit, index - first < 10, Self.isAlphanumeric(bytes[index]) { index += 1 }
        guard index < limit, bytes[index] == UInt8(ascii: ";"), index > first else { return nil }
        let name = String(decoding: bytes[first..<index], as: UTF8.self)
        guard let scalar = isNumber ? Self.scalar(code: name) : NamedCharacters.scalar(named: name) else { return nil }
        text = Array(String(scalar).utf8)
        end = index + 1
    }

    private static func scalar(code text: String) -> Unicode.Scalar? {
        let isHexadecimal = text.first == "x" || text.first == "X"
        guard let code = isHexadecimal ? UInt32(text.dropFirst(), radix: 16) : UInt32(text) else { return nil }
        if (128...159).contains(code) { return WesternText.scalar(UInt8(code)) }
        guard code >= 32 || code == 9 || code == 10 || code == 13 else { return " " }
        return Unicode.Scalar(code) ?? "\u{FFFD}"
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (97...122).contains(byte) || (65...90).contains(byte) || (48...57).contains(byte)
    }
}
