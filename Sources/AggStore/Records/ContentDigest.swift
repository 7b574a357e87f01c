/// A number that tells a changed row from an unchanged one: FNV-1a in 64 bits, the same in every run.
///
/// Between two contents of one key, equal digests of unequal rows are a chance of 1 in 2^64.
struct ContentDigest {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    var value: Int64 { Int64(bitPattern: state) }

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { add(byte) }
        // No text contains this byte, so that "a", "bc" and "ab", "c" differ.
        add(0xFF)
    }

    mutating func add(_ text: String?) {
        guard var text else { return add(UInt8(0xFE)) }
        text.withUTF8 { add($0) }
    }

    mutating func add(_ number: Double?) {
        guard let number else { return add(UInt8(0xFE)) }
        withUnsafeBytes(of: number.bitPattern) { add($0) }
    }

    mutating func add(_ byte: UInt8) {
        state = (state ^ UInt64(byte)) &* 0x100_0000_01B3
    }
}
