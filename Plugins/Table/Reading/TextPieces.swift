import AggSource
import Deflate

/// The text of a body as UTF-8, piece by piece: inflated if it is gzip data, decoded, and never entirely in memory.
struct TextPieces {
    private enum Origin {
        case plain(HTTPBody, Int)
        case gzip(Inflater, HTTPBody, Int)
    }

    private var origin: Origin
    private var decoder: TextDecoder?
    private var isAtEnd = false
    /// The last piece before it was decoded.
    private(set) var undecoded: [UInt8] = []
    /// The encoding that a byte order mark shows, whatever encoding was given; nil without one, and before the first piece.
    var mark: TableEncoding? { decoder?.mark }
    /// The number of bytes read from the body or its inflated text.
    private(set) var bytes = 0

    /// The maximum size of a decompressed text, in bytes.
    private static let limit = 16_000_000_000

    /// Creates the pieces of a body; without an encoding, they are its raw bytes.
    init(_ body: HTTPBody, _ encoding: TableEncoding?) throws(SourceError) {
        let isGzip = Inflater.isGzip(try body.read(at: 0, count: 3))
        origin = isGzip ? .gzip(Inflater(.gzip), body, 0) : .plain(body, 0)
        decoder = encoding.map(TextDecoder.init)
    }

    /// The next piece; nil at the end.
    mutating func next() throws(SourceError) -> [UInt8]? {
        while !isAtEnd {
            let piece = try raw()
            undecoded = piece
            bytes += piece.count
            guard bytes <= Self.limit else { throw .tooLarge(limit: Self.limit) }
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
        case .gzip(let inflater, let body, var offset):
            defer { origin = .gzip(inflater, body, offset) }
            while true {
                let piece: [UInt8]
                do throws(Inflater.Fault) { piece = try inflater.next() } catch { throw SourceError(error) }
                guard piece.isEmpty else { return piece }
                let data = try body.read(at: offset)
                guard !data.isEmpty else {
                    if inflater.isWhole { return [] }
                    throw .invalidData("(the gzip data is cut off)")
                }
                inflater.add(data)
                offset += data.count
            }
        }
    }
}

extension SourceError {
    fileprivate init(_ fault: Inflater.Fault) {
        switch fault {
        case .corrupt: self = .invalidData("(the gzip data is damaged)")
        case .noLibrary: self = .unreadable("the gzip data: libz.so.1 is missing; install it (Debian: zlib1g)")
        }
    }
}
