/// Folds texts of ASCII characters alone, which most titles and nearly all keystrokes are.
enum ASCIIFolding {
    /// The folded text, or nil if the bytes go beyond ASCII.
    static func fold(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        return String(unsafeUninitializedCapacity: bytes.count) { folded in
            var count = 0
            var wordIsOver = false
            for byte in bytes {
                switch fold(byte) {
                case vanishing: continue
                case blank: wordIsOver = count > 0
                case let letter:
                    if wordIsOver {
                        folded[count] = blank
                        count += 1
                        wordIsOver = false
                    }
                    folded[count] = letter
                    count += 1
                }
            }
            return count
        }
    }

    /// What becomes of one ASCII character: itself, its small letter, ``blank`` or ``vanishing``.
    static func fold(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "+"), UInt8(ascii: "#"):
            byte
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        case UInt8(ascii: "'"), UInt8(ascii: "`"): vanishing
        default: blank
        }
    }

    static let blank = UInt8(ascii: " ")
    static let vanishing: UInt8 = 0
}
