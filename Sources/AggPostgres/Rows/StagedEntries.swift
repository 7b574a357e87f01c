import AggFiles
import AggSource
import AggStorage
import Foundation
import Glibc

/// The records of a refresh, with their entries in an unnamed file and the data for comparing them in memory.
struct StagedEntries: Sendable {
    /// An entry in the file.
    struct Entry: Sendable {
        var start: Int
        var size: Int32
        var digest: Int64
        var keyHash: UInt64
        var order: UInt64
        /// Whether it can't be stored, since it has only what is needed if the stored row is still the same.
        var isStored = false
    }

    private let file: UnnamedFile
    /// The entries in the order received, with only the last one of each key.
    private(set) var entries: [Entry] = []
    /// The number of records received.
    private(set) var count = 0
    /// The indexes of the entries, as an open-addressing table by the hash of the key.
    private var slots: [Int32] = []
    private var room: [UInt8] = []
    private var end = 0

    init() throws(SystemError) {
        file = try UnnamedFile()
    }

    /// Adds an entry, replacing one with the same key.
    mutating func add(_ entry: StagedEntry) throws {
        count += 1
        let start = end
        end += entry.bytes.count
        room += entry.bytes
        if room.count > 1 << 18 { try flush() }
        let new = Entry(
            start: start, size: Int32(clamping: entry.bytes.count), digest: entry.digest, keyHash: entry.keyHash,
            order: entry.order, isStored: entry.isStored)
        if let known = index(of: new.keyHash) {
            entries[known] = new
        } else {
            entries.append(new)
            if entries.count * 2 > slots.count { grow() } else { place(entries.count - 1) }
        }
    }

    /// Writes the buffered entries to the file.
    mutating func flush() throws {
        try room.withUnsafeBytes(file.append)
        room.removeAll(keepingCapacity: true)
    }

    /// Returns the index of the entry with a key, given the key's hash; nil if there is none.
    func index(of keyHash: UInt64) -> Int? {
        guard !slots.isEmpty else { return nil }
        let mask = slots.count - 1
        var slot = Self.slot(keyHash, mask)
        while slots[slot] >= 0 {
            if entries[Int(slots[slot])].keyHash == keyHash { return Int(slots[slot]) }
            slot = (slot + 1) & mask
        }
        return nil
    }

    private static func slot(_ hash: UInt64, _ mask: Int) -> Int {
        Int(truncatingIfNeeded: (hash ^ hash >> 32) &* 0x9E37_79B9_7F4A_7C15 >> 20) & mask
    }

    /// Removes the entries with the given keys.
    mutating func remove(_ keys: Set<String>) {
        if keys.isEmpty { return }
        let hashes = Set(keys.map { StagedEntry.hash(of: $0) })
        let before = entries.count
        entries.removeAll { hashes.contains($0.keyHash) }
        count -= before - entries.count
        arrange(slots.count)
    }

    private mutating func grow() { arrange(max(1_024, slots.count * 4)) }

    private mutating func arrange(_ size: Int) {
        slots = [Int32](repeating: -1, count: size)
        for index in entries.indices { place(index) }
    }

    private mutating func place(_ index: Int) {
        let mask = slots.count - 1
        var slot = Self.slot(entries[index].keyHash, mask)
        while slots[slot] >= 0 { slot = (slot + 1) & mask }
        slots[slot] = Int32(truncatingIfNeeded: index)
    }

    /// Reads an entry from the file.
    func read<Result>(_ entry: Entry, _ body: (EntryReader) throws -> Result) throws -> Result {
        try withUnsafeTemporaryAllocation(byteCount: Int(entry.size), alignment: 8) { memory in
            var read = 0
            while read < memory.count {
                let count = pread(
                    file.descriptor, memory.baseAddress.map { $0 + read }, memory.count - read, entry.start + read)
                if count > 0 { read += count } else if count == 0 || errno != EINTR { throw SystemError.last() }
            }
            return try body(EntryReader(UnsafeRawBufferPointer(memory)))
        }
    }
}
