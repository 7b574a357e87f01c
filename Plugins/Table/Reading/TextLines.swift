import AggSource

/// The lines of a text, one by one and without their ends, up to a line of more than 16 MB or a fault.
struct TextLines {
    private static let longestLine = 16 << 20

    private var pieces: TextPieces
    private var rest: [UInt8] = []
    /// Where the next line begins in `rest`.
    private var start = 0
    private var isAtEnd = false

    /// Starts at the beginning of a text; nil if it cannot be read.
    init?(_ body: HTTPBody, _ encoding: TableEncoding?) {
        guard let pieces = try? TextPieces(body, encoding) else { return nil }
        self.pieces = pieces
    }

    mutating func next() -> ArraySlice<UInt8>? {
        while true {
            if let end = rest[start...].firstIndex(of: 10) {
                defer { start = end + 1 }
                return rest[start..<end]
            }
            rest.removeFirst(start)
            start = 0
            guard !isAtEnd, rest.count < Self.longestLine else { return nil }
            let piece = try? pieces.next()
            isAtEnd = piece == nil
            rest += piece ?? [10]
        }
    }
}
