/// Remembers keys in four bytes each.
///
/// A key that was inserted is always recognized. One that was not is mistaken for a known key with a probability of 1 in a
/// billion, so a repeat that matters must be checked.
struct SeenKeys {
    private var tables: [[UInt32]]
    private var used = 0

    /// Creates an empty set with room for about this many keys, but can grow beyond that.
    init(expected: Int = 1_024) {
        tables = [[UInt32](repeating: 0, count: max(1_024, expected + expected / 2))]
    }

    /// Adds a key by its hash; false if it was already there.
    mutating func insert(_ hash: UInt64) -> Bool {
        let mark = max(1, UInt32(truncatingIfNeeded: hash))
        for index in tables.indices {
            var slot = Self.slot(hash, tables[index].count)
            while tables[index][slot] != 0 {
                if tables[index][slot] == mark { return false }
                slot += 1
                if slot == tables[index].count { slot = 0 }
            }
            guard index == tables.count - 1 else { continue }
            tables[index][slot] = mark
            used += 1
            if used * 3 > tables[index].count * 2 {
                tables.append([UInt32](repeating: 0, count: tables[index].count * 2))
                used = 0
            }
        }
        return true
    }

    /// A hash of bytes that is the same in every run.
    static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.withUnsafeBytes { bytes in
            var hash: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(bytes.count)
            var offset = 0
            while offset + 8 <= bytes.count {
                hash = mixed(hash ^ UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
                offset += 8
            }
            var last: UInt64 = 0
            while offset < bytes.count {
                last = last << 8 | UInt64(bytes[offset])
                offset += 1
            }
            return mixed(hash ^ last)
        }
    }

    /// A hash as 16 hexadecimal digits.
    static func text(_ hash: UInt64) -> String {
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    private static func slot(_ hash: UInt64, _ count: Int) -> Int {
        Int(((hash >> 32) * UInt64(count)) >> 32)
    }

    private static func mixed(_ value: UInt64) -> UInt64 {
        var value = value &* 0xBF58_476D_1CE4_E5B9
        value ^= value >> 29
        value = value &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 32
    }
}
