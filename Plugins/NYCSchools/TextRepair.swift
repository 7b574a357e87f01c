/// Mends text that was written as UTF-8 and read as Windows-1252, as `RincÃ³n` for `Rincón`.
enum TextRepair {
    /// The text without such faults and without padding at its edges.
    ///
    /// The whole is read again where all of it turns out to be UTF-8; otherwise only a stray `Â` goes, together with
    /// what it stood for. What then are control characters was Windows-1252 in the first place, such as dashes.
    static func repaired(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return trimmed(text) }
        let read = bytes(of: text).flatMap { String(validating: $0, as: UTF8.self) } ?? withoutStrays(text)
        let scalars = read.unicodeScalars.map { characters[$0.value] ?? $0 }
        return trimmed(String(String.UnicodeScalarView(scalars)))
    }

    /// The bytes that Windows-1252 reads as the text; nil if it cannot write the text at all.
    private static func bytes(of text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            guard let byte = byte(of: scalar) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    /// Reads every `Â` again together with the character behind it, where the two were one character.
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

    /// The characters of Windows-1252 from 0x80 on (https://encoding.spec.whatwg.org); a blank where it has none.
    private static let table = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ"

    private static let characters: [UInt32: Unicode.Scalar] = {
        let pairs = table.unicodeScalars.enumerated().filter { $0.element != " " }
        return Dictionary(uniqueKeysWithValues: pairs.map { (UInt32(0x80 + $0.offset), $0.element) })
    }()

    private static let numbers: [Unicode.Scalar: UInt8] = Dictionary(
        uniqueKeysWithValues: characters.map { ($0.value, UInt8($0.key)) })
}
