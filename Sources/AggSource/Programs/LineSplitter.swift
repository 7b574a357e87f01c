/// Splits bytes that arrive in pieces into lines.
public struct LineSplitter: Sendable {
    /// The number of lines so far, not counting blank ones.
    public private(set) var count = 0
    private let limit: Int
    private var rest: [UInt8] = []
    private var number = 0

    /// Creates a splitter that refuses lines longer than a number of bytes.
    public init(limit: Int) {
        self.limit = limit
    }

    /// Passes each line that ends in the next piece to `body`, without its line break; blank lines are skipped.
    ///
    /// - Throws: `SourceError.invalidData` for a line that is too long, and whatever `body` throws.
    public mutating func push(
        _ piece: [UInt8], _ body: (ArraySlice<UInt8>, _ number: Int) async throws(SourceError) -> Void
    ) async throws(SourceError) {
        var start = 0
        while let end = piece[start...].firstIndex(of: UInt8(ascii: "\n")) {
            if rest.isEmpty {
                try await line(piece[start..<end], body)
            } else {
                try check(rest.count + end - start)
                rest += piece[start..<end]
                let whole = rest[...]
                rest = []
                try await line(whole, body)
            }
            start = end + 1
        }
        try check(rest.count + piece.count - start)
        rest += piece[start...]
    }

    /// Passes the last line to `body` if it has no line break.
    ///
    /// - Throws: Whatever `body` throws.
    public mutating func finish(
        _ body: (ArraySlice<UInt8>, _ number: Int) async throws(SourceError) -> Void
    ) async throws(SourceError) {
        if !rest.isEmpty { try await line(rest[...], body) }
        rest = []
    }

    private mutating func line(
        _ bytes: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>, Int) async throws(SourceError) -> Void
    ) async throws(SourceError) {
        number += 1
        try check(bytes.count, number)
        guard bytes.contains(where: { !Self.isBlank($0) }) else { return }
        count += 1
        try await body(bytes, number)
    }

    private func check(_ size: Int, _ number: Int? = nil) throws(SourceError) {
        guard size > limit else { return }
        throw .invalidData("at line \(number ?? self.number + 1): the line is longer than \(ByteCount.text(limit))")
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
