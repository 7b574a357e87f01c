/// Converts texts for the server, which can't store NUL characters.
///
/// NUL and U+0001 are written as two characters each, which preserves the order of texts and their prefixes.
enum ServerText {
    private static let sign: UInt8 = 1

    /// Returns a text as the server stores it.
    static func stored(_ text: String) -> String {
        text.utf8.contains { $0 <= sign } ? String(decoding: stored(Array(text.utf8)), as: UTF8.self) : text
    }

    /// Returns the bytes of a text as the server stores them.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        bytes.contains { $0 <= sign } ? bytes.flatMap { $0 <= sign ? [sign, $0 + 1] : [$0] } : bytes
    }

    /// Restores a text from the server.
    static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        guard bytes.contains(sign) else { return String(decoding: bytes, as: UTF8.self) }
        return String(decoding: restored(bytes), as: UTF8.self)
    }

    /// Restores the bytes of a text from the server.
    static func restored(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var restored: [UInt8] = []
        var isSigned = false
        for byte in bytes {
            if isSigned {
                restored.append(byte &- 1)
                isSigned = false
            } else if byte == sign {
                isSigned = true
            } else {
                restored.append(byte)
            }
        }
        return restored
    }
}
