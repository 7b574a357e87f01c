/// The checksum of gzip data (RFC 1952, section 8).
struct CRC32 {
    private var state: UInt32 = 0xFFFF_FFFF

    /// The checksum of the bytes added so far.
    var value: UInt32 { ~state }

    /// Adds bytes.
    mutating func add(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes { state = Self.table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ state >> 8 }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ value >> 1 }
    }
}
