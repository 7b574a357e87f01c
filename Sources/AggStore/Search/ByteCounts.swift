import Foundation

/// Counts byte strings of which few are different, such as the values of a column.
///
/// A dictionary would create an array for each string; this reads them where they are.
struct ByteCounts {
    /// The maximum number of different strings.
    static let most = 4_096
    /// The maximum size of all different strings in bytes.
    static let mostBytes = 4 << 20

    /// The different strings, in the order in which they first occurred, and how often each did.
    private(set) var entries: [(bytes: [UInt8], count: Int)] = []
    private var size = 0
    private var hashes: [UInt64] = []
    /// The positions in `entries` by hash, or -1; a quarter of them can be used.
    private var slots = [Int32](repeating: -1, count: ByteCounts.most * 4)
    private let seed = UInt64.random(in: .min ... .max)

    /// Counts a string; false if it is one too many.
    mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let hash = hash(UnsafeRawBufferPointer(bytes))
        var slot = Int(truncatingIfNeeded: hash >> 32) & (slots.count - 1)
        while slots[slot] >= 0 {
            let entry = Int(slots[slot])
            if hashes[entry] == hash, Self.isSame(entries[entry].bytes, bytes) {
                entries[entry].count += 1
                return true
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        size += bytes.count
        guard entries.count < Self.most, size <= Self.mostBytes else { return false }
        slots[slot] = Int32(entries.count)
        hashes.append(hash)
        entries.append((Array(bytes), 1))
        return true
    }

    private static func isSame(_ left: [UInt8], _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        left.count == right.count
            && left.withUnsafeBytes { bytes in
                guard let left = bytes.baseAddress, let right = right.baseAddress else { return true }
                return memcmp(left, right, bytes.count) == 0
            }
    }

    private func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash = seed ^ UInt64(bytes.count)
        var offset = 0
        while offset + 8 <= bytes.count {
            mix(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self), into: &hash)
            offset += 8
        }
        while offset < bytes.count {
            mix(UInt64(bytes[offset]), into: &hash)
            offset += 1
        }
        return hash
    }

    private func mix(_ word: UInt64, into hash: inout UInt64) {
        hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 32
    }
}
