/// A hash that is the same on every machine and in every run (FNV-1a, 64 bits), for keys that are kept.
///
/// It tells texts apart; it is no protection against someone who wants two texts to collide.
public struct StableHash: Sendable {
    /// The hash of what was added.
    @usableFromInline package var value: UInt64 = 0xcbf2_9ce4_8422_2325

    /// Creates the hash of nothing.
    @inlinable package init() {}

    /// The hash of a text as 16 hexadecimal digits.
    public static func text(of text: String) -> String {
        var hash = StableHash()
        for byte in text.utf8 { hash.add(UInt64(byte)) }
        return hash.text
    }

    /// The hash of what was added as 16 hexadecimal digits.
    package var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    /// Adds a number.
    @inlinable package mutating func add(_ number: UInt64) {
        value = (value ^ number) &* 0x100_0000_01b3
    }

    /// Adds bytes eight at a time, which is not the same as one by one.
    package mutating func add(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { bytes in
            let end = bytes.count & ~7
            for offset in stride(from: 0, to: end, by: 8) {
                add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
                // A multiplication carries differences upwards only.
                value ^= value >> 32
            }
            for byte in bytes[end...] { add(UInt64(byte)) }
        }
    }
}
