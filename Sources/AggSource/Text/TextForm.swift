/// The forms of texts that are not words, so nobody looks a row up by them.
package struct TextForm: OptionSet {
    package let rawValue: Int
    /// An e-mail address.
    package static let email = TextForm(rawValue: 1)
    /// A time of day, such as 9:05 or 12:30 PM, or a duration such as PT45M.
    package static let clock = TextForm(rawValue: 2)
    /// A list or an object in JSON.
    package static let json = TextForm(rawValue: 4)
    /// A yes or no.
    package static let flag = TextForm(rawValue: 8)
    /// A text without letters, such as a phone number or a code of digits.
    private static let wordless = TextForm(rawValue: 16)
    /// One word with a digit, such as a number of an order; people may look rows up by it.
    package static let code = TextForm(rawValue: 32)
    /// A text in braces other than JSON, such as a GUID.
    private static let braced = TextForm(rawValue: 64)
    /// All forms.
    package static let all: TextForm = [.email, .clock, .json, .flag, .wordless, .code, .braced]

    private static let flags: Set<String> = [
        "y", "n", "t", "f", "x", "yes", "no", "true", "false", "ja", "nein", "oui", "non", "si", "sí",
    ]

    /// Creates a set of forms.
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Those of the `wanted` forms that a nonempty text has.
    package init(of bytes: ArraySlice<UInt8>, among wanted: TextForm) {
        self = []
        guard let first = bytes.first, let last = bytes.last else { return }
        if wanted.contains(.wordless), Self.isWordless(bytes) { insert(.wordless) }
        if wanted.contains(.code), Self.isCode(bytes) { insert(.code) }
        if wanted.contains(.email), Self.isEmail(bytes) { insert(.email) }
        if !wanted.isDisjoint(with: [.json, .braced]) {
            let isBraced = first == UInt8(ascii: "{") && last == UInt8(ascii: "}")
            // Microsoft writes GUIDs in braces.
            let isObject =
                isBraced && bytes.dropFirst().first { !Self.isBlank($0) }.map { [34, 125].contains($0) } == true
            if isObject || first == UInt8(ascii: "[") && last == UInt8(ascii: "]") { insert(.json) }
            if isBraced, !isObject { insert(.braced) }
        }
        guard bytes.count <= 16, !wanted.isDisjoint(with: [.flag, .clock]) else { return }
        let text = String(decoding: bytes, as: UTF8.self).lowercased()
        if Self.flags.contains(text) { insert(.flag) }
        if Self.isClock(text) || Self.isDuration(text) { insert(.clock) }
    }

    private static func isCode(_ bytes: ArraySlice<UInt8>) -> Bool {
        var hasDigit = false
        for byte in bytes {
            if isBlank(byte) { return false }
            hasDigit = hasDigit || (48...57).contains(byte)
        }
        return hasDigit
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

    private static func isWordless(_ bytes: ArraySlice<UInt8>) -> Bool {
        var isASCII = true
        for byte in bytes {
            if (65...90).contains(byte) || (97...122).contains(byte) { return false }
            if byte >= 0x80 { isASCII = false }
        }
        return isASCII
            || String(decoding: bytes, as: UTF8.self).unicodeScalars.allSatisfy { !$0.properties.isAlphabetic }
    }

    private static func isEmail(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let at = bytes.firstIndex(of: UInt8(ascii: "@")), at > bytes.startIndex,
            !bytes.contains(where: isBlank)
        else { return false }
        let host = bytes[(at + 1)...]
        return !host.contains(UInt8(ascii: "@")) && host.dropFirst().contains(UInt8(ascii: "."))
    }

    /// Whether a lowercase text is a duration in ISO 8601, such as pt1h30m.
    private static func isDuration(_ text: String) -> Bool {
        guard text.hasPrefix("p"), let last = text.last, "ymwdhs".contains(last) else { return false }
        let parts = text.dropFirst().split(whereSeparator: { "tymwdhs".contains($0) })
        return !parts.isEmpty && parts.allSatisfy { Double($0) != nil }
    }

    /// Whether a lowercase text is hours and minutes, maybe with seconds and a half of the day.
    private static func isClock(_ text: String) -> Bool {
        var time = text[...]
        for half in ["am", "pm"] where time.hasSuffix(half) { time = time.dropLast(2) }
        while time.last == " " { time = time.dropLast() }
        let parts = time.split(separator: ":", omittingEmptySubsequences: false)
        return (2...3).contains(parts.count)
            && parts.allSatisfy { (1...2).contains($0.count) && $0.utf8.allSatisfy { (48...57).contains($0) } }
    }
}
