import CZlib
import Synchronization

/// Decompresses gzip data (RFC 1952) with all its members, or what HTTP calls `deflate` (RFC 9110, section 8.4.1.2), piece
/// by piece, and verifies the checksums.
package final class Inflater: Sendable {
    /// The form of compressed data.
    package enum Format: Sendable {
        case gzip
        /// The format of zlib (RFC 1950) or, as some servers send it, without the header and the checksum (RFC 1951).
        case deflate
    }

    /// Why data cannot be decompressed.
    package enum Fault: Error {
        case corrupt
        /// The system has no zlib.
        case noLibrary
    }

    private let state: Mutex<InflaterState>

    /// Creates an inflater of data in a format.
    package init(_ format: Format) {
        state = Mutex(InflaterState(format))
    }

    deinit {
        state.withLock { $0.end() }
    }

    /// Whether bytes begin like gzip data.
    package static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B, 8]) }

    /// Whether the data so far ends where it may end; false if it is cut off.
    package var isWhole: Bool { state.withLock { $0.isWhole } }

    /// Adds compressed data.
    package func add(_ piece: [UInt8]) {
        state.withLock { $0.add(piece) }
    }

    /// The next decompressed bytes; empty if more data has to be added first.
    package func next() throws(Fault) -> [UInt8] {
        try state.withLock { state throws(Fault) in try state.next() }
    }
}

/// A stream of zlib, and the data that it has not read.
private struct InflaterState {
    private(set) var isWhole = false

    private let format: Inflater.Format
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let canStart: Bool
    private var input: [UInt8] = []
    private var position = 0
    /// Whether the last piece had no room for all output.
    private var hasOutput = false
    private var isRaw = false
    private var isCorrupt = false

    private static let pieceSize = 131_072

    init(_ format: Inflater.Format) {
        self.format = format
        stream.initialize(to: z_stream())
        canStart = czlib_start(stream, Self.windowBits(format)) == Z_OK
    }

    func end() {
        _ = inflateEnd(stream)
        stream.deallocate()
    }

    mutating func add(_ piece: [UInt8]) {
        input.removeFirst(position)
        position = 0
        input += piece
    }

    mutating func next() throws(Inflater.Fault) -> [UInt8] {
        guard canStart else { throw .noLibrary }
        // The first two bytes show whether deflated data has a header.
        guard format == .gzip || stream.pointee.total_in > 0 || input.count > 1 else { return [] }
        while hasOutput || position < input.count || isCorrupt {
            if isCorrupt { throw .corrupt }
            if isWhole {
                // Zeros pad the data on tapes; deflated data has no second member.
                while position < input.count, format == .deflate || input[position] == 0 { position += 1 }
                guard position < input.count else { return [] }
                restart(Self.windowBits(format))
            }
            let (piece, result) = inflated()
            switch result {
            case Z_STREAM_END: isWhole = true
            case Z_OK, Z_BUF_ERROR: break
            case Z_DATA_ERROR where format == .deflate && !isRaw && stream.pointee.total_out == 0:
                isRaw = true
                position = 0
                restart(-MAX_WBITS)
            // What was decompressed before comes first.
            default: isCorrupt = true
            }
            if !piece.isEmpty { return piece }
        }
        return []
    }

    private mutating func inflated() -> (piece: [UInt8], result: Int32) {
        var result = Z_OK
        var rest = 0
        let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { output, count in
            input.withUnsafeMutableBufferPointer { input in
                stream.pointee.next_in = input.baseAddress.map { $0 + position }
                stream.pointee.avail_in = UInt32(clamping: input.count - position)
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(clamping: output.count)
                result = inflate(stream, Z_NO_FLUSH)
                rest = Int(stream.pointee.avail_in)
                count = output.count - Int(stream.pointee.avail_out)
            }
        }
        position = input.count - rest
        hasOutput = piece.count == Self.pieceSize && result == Z_OK
        return (piece, result)
    }

    private mutating func restart(_ windowBits: Int32) {
        _ = czlib_restart(stream, windowBits)
        isWhole = false
    }

    /// With 16 added, zlib expects the header of gzip.
    private static func windowBits(_ format: Inflater.Format) -> Int32 {
        format == .gzip ? MAX_WBITS + 16 : MAX_WBITS
    }
}
