/// The content of an answer, read in pieces from where the client put it (a file that vanishes with the body).
public struct HTTPBody: Sendable {
    /// The number of bytes, inflated.
    public let count: Int
    private let readAt: @Sendable (_ offset: Int, _ count: Int) throws(SourceError) -> [UInt8]

    /// Makes a body over a reader: `read(offset, count)` gives at most `count` bytes, and none only at the end.
    public init(count: Int, read: @escaping @Sendable (_ offset: Int, _ count: Int) throws(SourceError) -> [UInt8]) {
        self.count = count
        readAt = read
    }

    /// Makes a body of bytes in memory.
    public init(_ bytes: [UInt8]) {
        count = bytes.count
        readAt = { offset, count throws(SourceError) in
            Array(bytes[min(offset, bytes.count)..<min(offset + count, bytes.count)])
        }
    }

    /// Reads a piece.
    ///
    /// - Returns: At most `count` bytes from `offset` on; none at the end.
    /// - Throws: `SourceError.unreadable` when the file behind the body cannot be read.
    public func read(at offset: Int, count: Int = 131_072) throws(SourceError) -> [UInt8] {
        try readAt(offset, count)
    }

    /// Reads all of it.
    ///
    /// - Throws: `SourceError.tooLarge` when there are more than `limit` bytes.
    public func collect(limit: Int = 64 << 20) throws(SourceError) -> [UInt8] {
        guard count <= limit else { throw .tooLarge(limit: limit) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count <= limit {
            let piece = try read(at: bytes.count)
            if piece.isEmpty { return bytes }
            bytes += piece
        }
        throw .tooLarge(limit: limit)
    }
}
