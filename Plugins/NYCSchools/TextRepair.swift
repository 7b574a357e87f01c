/// Repairs UTF-8 text that was read as Windows-1252, such as `RincÃ³n` for `Rincón`.
enum TextRepair {
    /// The repaired text, without leading and trailing padding.
    ///
    /// If the whole text turns out to be UTF-8, all of it is decoded again; otherwise only a stray `Â` is removed, together with
    /// what it stood for. Any resulting control characters were Windows-1252 to begin with, such as dashes.
    static func repaired(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return trimmed(text) }
        let read = bytes(of: text).flatMap { String(validating: $0, as: UTF8.self) } ?? withoutStrays(text)
        let scalars = read.unicodeScalars.map { characters[$0.value] ?? $0 }
        return trimmed(String(String.UnicodeScalarView(scalars)))
    }

    /// The text encoded as Windows-1252; nil if that is impossible.
    private static func bytes(of text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            guard let byte = byte(of: scalar) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    /// Decodes every `Â` again together with the next character if the two were one character.
    private static func withoutStrays(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var isBehindStray = false
        for scalar in text.unicodeScalars {
            if isBehindStray, let byte = byte(of: scalar), (0x80...0xBF).contains(byte) {
                result.removeLast()
                result.append(Unicode.Scalar(byte))
            } else {
                result.append(scalar)
            }
            isBehindStray = scalar == "Â"
        }
        return String(result)
    }

    private static func byte(of scalar: Unicode.Scalar) -> UInt8? {
        scalar.value <= 0xFF ? UInt8(scalar.value) : numbers[scalar]
    }

    private static func trimmed(_ text: String) -> String {
        let start = text.drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }

    /// The characters of Windows-1252 from 0x80 on (https://encoding.spec.whatwg.org); a blank if undefined.
    private static let table = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ"

    private static let characters: [UInt32: Unicode.Scalar] = {
        let pairs = table.unicodeScalars.enumerated().filter { $0.element != " " }
        return Dictionary(uniqueKeysWithValues: pairs.map { (UInt32(0x80 + $0.offset), $0.element) })
    }()

    private static let numbers: [Unicode.Scalar: UInt8] = Dictionary(
        uniqueKeysWithValues: characters.map { ($0.value, UInt8($0.key)) })
}
