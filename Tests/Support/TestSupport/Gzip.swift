/// Writes gzip (RFC 1952) just well enough for tests.
package enum Gzip {
    private static let header: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]

    /// Wraps up to 65,535 bytes in a stored block: longer than before, but valid, with the right checksum.
    package static func wrap(_ bytes: [UInt8]) -> [UInt8] {
        let count = UInt16(bytes.count)
        return header + [1] + little(count) + little(~count) + bytes + little(checksum(bytes))
            + little(UInt32(bytes.count))
    }

    /// The start of an endless stream of zeros; each 13 bits stand for 258 of them.
    package static func bomb(count: Int) -> [UInt8] {
        var bytes = header
        var buffer: UInt32 = 0
        var filled: UInt32 = 0
        func put(_ bits: [UInt32]) {
            for bit in bits {
                buffer |= bit << filled
                filled += 1
                guard filled == 8 else { continue }
                bytes.append(UInt8(buffer))
                (buffer, filled) = (0, 0)
            }
        }
        put([1, 1, 0])  // last block, fixed codes
        put([0, 0, 1, 1, 0, 0, 0, 0])  // the literal 0
        for _ in 0..<(count / 258) {
            put([1, 1, 0, 0, 0, 1, 0, 1])  // length 258
            put([0, 0, 0, 0, 0])  // distance 1
        }
        return bytes
    }

    private static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        (0..<(Number.bitWidth / 8)).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var value: UInt32 = ~0
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xedb8_8320 : value >> 1 }
        }
        return ~value
    }
}
