import AggFiles
import AggStorage

/// Reads blocks, such as staged rows, from their file, piece by piece.
///
/// Each block starts with its size in four bytes.
final class RunReader {
    private let file: UnnamedFile
    let range: Range<Int>
    private let room: Int
    private var memory: UnsafeMutableRawBufferPointer
    /// The part of the file in memory.
    private var held = 0..<0

    /// Creates a reader of the blocks within `range` that keeps `room` bytes in memory, or more if a block is larger.
    init(_ file: UnnamedFile, _ range: Range<Int>, room: Int) {
        self.file = file
        self.range = range
        self.room = room
        memory = .allocate(byteCount: room, alignment: 8)
    }

    deinit {
        memory.deallocate()
    }

    /// The block at an offset in the file; nil at the end.
    ///
    /// It is valid until the next one is read.
    ///
    /// - Throws: `SystemError`, or `StoreError.failed` if the file has become shorter.
    func block(at place: Int) throws -> UnsafeRawBufferPointer? {
        guard place < range.upperBound else { return nil }
        try hold(place, MemoryLayout<UInt32>.size)
        let size = Int(bytes(from: place).loadUnaligned(as: UInt32.self))
        try hold(place, size)
        return UnsafeRawBufferPointer(rebasing: bytes(from: place)[..<size])
    }

    /// The row at an offset in the file, valid until the next one is read; nil at the end.
    func row(at place: Int) throws -> StagedRow? {
        try block(at: place).map(StagedRow.init)
    }

    /// Calls `body` with each row and its offset.
    func forEach(_ body: (Int, StagedRow) throws -> Void) throws {
        var place = range.lowerBound
        while let row = try row(at: place) {
            try body(place, row)
            place += row.bytes.count
        }
    }

    private func bytes(from place: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: memory[(place - held.lowerBound)..<held.count])
    }

    /// Ensures that this many bytes from an offset are in memory.
    private func hold(_ place: Int, _ count: Int) throws {
        if held.lowerBound <= place, place + count <= held.upperBound { return }
        if memory.count < count {
            memory.deallocate()
            memory = .allocate(byteCount: count, alignment: 8)
        }
        let wanted = min(memory.count, range.upperBound - place)
        let read = try PositionalRead.fill(
            UnsafeMutableRawBufferPointer(rebasing: memory[..<wanted]), file.descriptor, at: place)
        held = place..<place + read
        guard read >= count else {
            throw StoreError.failed(
                file: UnnamedFile.folder, detail: "a temporary file was truncated while it was being read")
        }
    }
}
