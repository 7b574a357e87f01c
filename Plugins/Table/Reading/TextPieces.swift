import AggSource

/// The text of a body as UTF-8, piece by piece: inflated if it is gzip data, decoded, and never entirely in memory.
struct TextPieces {
    private enum Origin {
        case plain(HTTPBody, Int)
        case gzip(Inflater)
    }

    private var origin: Origin
    private var decoder: TextDecoder?
    private var isAtEnd = false
    /// The number of bytes read from the body or its inflated text.
    private(set) var bytes = 0

    /// Creates the pieces of a body; without an encoding, they are its raw bytes.
    init(_ body: HTTPBody, _ encoding: TableEncoding?) throws(SourceError) {
        let isGzip = Inflater.isGzip(try body.read(at: 0, count: 3))
        origin = isGzip ? .gzip(Inflater(body)) : .plain(body, 0)
        decoder = encoding.map(TextDecoder.init)
    }

    /// The next piece; nil at the end.
    mutating func next() throws(SourceError) -> [UInt8]? {
        while !isAtEnd {
            let piece = try raw()
            bytes += piece.count
            guard piece.isEmpty else {
                let text = decoder?.decode(piece) ?? piece
                if text.isEmpty { continue }
                return text
            }
            isAtEnd = true
            if let rest = decoder?.finish(), !rest.isEmpty { return rest }
        }
        return nil
    }

    private mutating func raw() throws(SourceError) -> [UInt8] {
        switch origin {
        case .plain(let body, let offset):
            let piece = try body.read(at: offset)
            origin = .plain(body, offset + piece.count)
            return piece
        case .gzip(var inflater):
            // There is only one reference, so that its buffers are not copied.
            origin = .plain(HTTPBody([]), 0)
            defer { origin = .gzip(inflater) }
            return try inflater.next()
        }
    }
}
