import Foundation

/// Finds out the character set of a document and brings it into UTF-8; every document can be read somehow.
enum TextEncoding {
    /// The bytes of a document in UTF-8, without a byte order mark.
    ///
    /// A byte order mark counts first, then the charset of the HTTP answer, then the document's own declaration, then UTF-8.
    /// A Western charset is not believed where the bytes are UTF-8, UTF-8 is not believed where not one of its characters
    /// is, and of other charsets one in which all bytes are characters is believed first.
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

    /// The name in `<?xml version="1.0" encoding="…"?>`; nil where there is none.
    static func declaration(in bytes: [UInt8]) -> String? {
        let head = String(decoding: bytes.prefix(256), as: UTF8.self)
        guard let start = head.range(of: "<?"), let end = head[start.upperBound...].range(of: "?>"),
            let name = head[start.upperBound..<end.lowerBound].range(of: "encoding=")
        else { return nil }
        let value = head[name.upperBound..<end.lowerBound]
        guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
        return String(value.dropFirst().prefix { $0 != quote })
    }

    /// The set of Unicode that the first bytes give away, nil for UTF-8, and the length of the mark.
    private static func byteOrderMark(_ bytes: [UInt8]) -> (set: String?, length: Int)? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (nil, 3) }
        if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return ("UTF-32LE", 4) }
        if bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return ("UTF-32BE", 4) }
        if bytes.starts(with: [0xFF, 0xFE]) { return ("UTF-16LE", 2) }
        if bytes.starts(with: [0xFE, 0xFF]) { return ("UTF-16BE", 2) }
        // No mark, but a “<” or “{” in two bytes gives it away.
        if bytes.starts(with: [0x3C, 0]) || bytes.starts(with: [0x7B, 0]) { return ("UTF-16LE", 0) }
        if bytes.starts(with: [0, 0x3C]) || bytes.starts(with: [0, 0x7B]) { return ("UTF-16BE", 0) }
        return nil
    }

    private static func isUTF8(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }

    /// Bytes that claim to be UTF-8: what is wrong becomes U+FFFD, or all is windows-1252 where nothing is right.
    private static func repaired(_ bytes: [UInt8]) -> [UInt8] {
        if isUTF8(bytes) { return bytes }
        let text = String(decoding: bytes, as: UTF8.self)
        let hasRight = text.unicodeScalars.contains { $0.value >= 128 && $0 != "\u{FFFD}" }
        return hasRight ? Array(text.utf8) : WesternText.utf8(bytes)
    }
}
