/// A hash that is the same on every machine and in every run (FNV-1a, 64 bits), for stored keys.
///
/// It distinguishes texts but does not protect against deliberate collisions.
public struct StableHash: Sendable {
    /// The hash so far.
    @usableFromInline package var value: UInt64 = 0xcbf2_9ce4_8422_2325

    /// Creates an empty hash.
    @inlinable package init() {}

    /// The hash of a text as 16 hexadecimal digits.
    public static func text(of text: String) -> String {
        var hash = StableHash()
        for byte in text.utf8 { hash.add(UInt64(byte)) }
        return hash.text
    }

    /// The hash so far as 16 hexadecimal digits.
    package var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    /// Adds a number.
    @inlinable package mutating func add(_ number: UInt64) {
        value = (value ^ number) &* 0x100_0000_01b3
    }

    /// Adds bytes eight at a time, which gives a different hash than one at a time.
    package mutating func add(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { bytes in
            let end = bytes.count & ~7
            for offset in stride(from: 0, to: end, by: 8) {
                add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
                // Multiplication carries differences only upwards.
                value ^= value >> 32
            }
            for byte in bytes[end...] { add(UInt64(byte)) }
        }
    }
}
