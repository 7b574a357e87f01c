import AggSource

/// A number that tells a changed row from an unchanged one: FNV-1a in 64 bits, the same in every run.
///
/// Between two contents of one key, equal digests of unequal rows are a chance of 1 in 2^64.
struct ContentDigest {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    var value: Int64 { Int64(bitPattern: state) }

    /// Adds a text; nil is not the same as an empty one.
    mutating func add(_ text: UnsafeRawBufferPointer?) {
        guard let text else { return add(UInt8(0xFE)) }
        for byte in text { add(byte) }
        // No text contains this byte, so that "a", "bc" and "ab", "c" differ.
        add(UInt8(0xFF))
    }

    /// Adds a number; one that is none stands for its absence.
    mutating func add(_ number: Double) {
        if number.isNaN { return add(UInt8(0xFE)) }
        withUnsafeBytes(of: number.bitPattern) { add($0) }
    }

    mutating func add(_ byte: UInt8) {
        state = (state ^ UInt64(byte)) &* 0x100_0000_01B3
    }
}
