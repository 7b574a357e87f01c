import AggFiles
import AggStorage

/// Reads staged rows from their file, a piece at a time.
final class RunReader {
    private let file: UnnamedFile
    /// Where the rows lie, in bytes.
    let range: Range<Int>
    private let room: Int
    private var memory: UnsafeMutableRawBufferPointer
    /// What part of the file is in memory.
    private var held = 0..<0

    /// Reads the rows within `range`, with `room` bytes at a time, or more where a row has more.
    init(_ file: UnnamedFile, _ range: Range<Int>, room: Int) {
        self.file = file
        self.range = range
        self.room = room
        memory = .allocate(byteCount: room, alignment: 8)
    }

    deinit {
        memory.deallocate()
    }

    /// The row that begins at a place of the file; nil at the end.
    ///
    /// It lives until the next is read.
    ///
    /// - Throws: `SystemError`, `StoreError.failed` when the file is shorter than it was.
    func row(at place: Int) throws -> StagedRow? {
        guard place < range.upperBound else { return nil }
        try hold(place, StagedRow.Head.size)
        let size = Int(bytes(from: place).loadUnaligned(as: UInt32.self))
        try hold(place, size)
        return StagedRow(bytes(from: place))
    }

    /// Gives each row and its place to `body`.
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

    /// Sees to it that so many bytes from a place on are in memory.
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
                file: UnnamedFile.folder, detail: "a temporary file became shorter while it was read")
        }
    }
}
