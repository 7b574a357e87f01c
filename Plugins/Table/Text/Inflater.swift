import AggSource

/// Inflates gzip data (RFC 1952) piece by piece, with all its members, and verifies its checksums.
struct Inflater {
    private enum Block {
        case none
        case stored(Int)
        case coded(literals: HuffmanCode, distances: HuffmanCode)
    }

    private let body: HTTPBody
    private var input: [UInt8] = []
    private var position = 0
    private var offset = 0
    private var bits: UInt64 = 0
    private var bitCount = 0
    private var block = Block.none
    private var isLastBlock = false
    private var isInMember = false
    private var isAtEnd = false
    /// The text so far, starting 32 KiB before the last returned piece.
    private var output: [UInt8] = []
    private var handedOver = 0
    private var sum = CRC32()
    private var size: UInt32 = 0
    private var total = 0

    private static let windowSize = 32_768
    private static let pieceSize = 131_072
    /// The maximum size of an inflated text, in bytes.
    private static let limit = 16_000_000_000

    /// Creates an inflater for a body.
    init(_ body: HTTPBody) {
        self.body = body
    }

    /// Whether bytes begin like gzip data.
    static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B, 8]) }

    /// The next bytes of the text; empty at its end.
    ///
    /// - Throws: `SourceError.invalidData` if the data is damaged or cut short, `.tooLarge`.
    mutating func next() throws(SourceError) -> [UInt8] {
        while !isAtEnd, output.count - handedOver < Self.pieceSize {
            if !isInMember { try begin() } else { try decode() }
        }
        let piece = Array(output[handedOver...])
        if output.count > Self.windowSize { output.removeFirst(output.count - Self.windowSize) }
        handedOver = output.count
        total += piece.count
        guard total <= Self.limit else { throw .tooLarge(limit: Self.limit) }
        return piece
    }

    private mutating func begin() throws(SourceError) {
        let header = [try byte(), try byte(), try byte(), try byte()]
        guard Self.isGzip(header) else { throw Self.damaged("has no header") }
        for _ in 0..<6 { _ = try byte() }
        let flags = header[3]
        if flags & 4 != 0 {
            let count = Int(try byte()) | Int(try byte()) << 8
            for _ in 0..<count { _ = try byte() }
        }
        if flags & 8 != 0 { while try byte() != 0 {} }
        if flags & 16 != 0 { while try byte() != 0 {} }
        if flags & 2 != 0 { for _ in 0..<2 { _ = try byte() } }
        (isInMember, isLastBlock, block, sum, size) = (true, false, .none, CRC32(), 0)
    }

    private mutating func decode() throws(SourceError) {
        let start = output.count
        switch block {
        case .none:
            if isLastBlock { return try end() }
            isLastBlock = try take(1) == 1
            try beginBlock(type: try take(2))
        case .stored(let left):
            let count = min(left, Self.pieceSize)
            for _ in 0..<count { output.append(try byte()) }
            block = count == left ? .none : .stored(left - count)
        case .coded(let literals, let distances):
            if try copy(literals, distances) { block = .none }
        }
        sum.add(output[start...])
        size &+= UInt32(truncatingIfNeeded: output.count - start)
    }

    private mutating func beginBlock(type: Int) throws(SourceError) {
        switch type {
        case 0:
            bits >>= UInt64(bitCount & 7)
            bitCount -= bitCount & 7
            let count = try take(16)
            guard try take(16) ^ 0xFFFF == count else { throw Self.damaged("is damaged") }
            block = .stored(count)
        case 1:
            let lengths = (0..<288).map { symbol -> UInt8 in
                symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8
            }
            block = try Self.coded(lengths, [UInt8](repeating: 5, count: 30))
        case 2: try readCodes()
        default: throw Self.damaged("is damaged")
        }
    }

    private mutating func readCodes() throws(SourceError) {
        let (literals, distances, count) = (try take(5) + 257, try take(5) + 1, try take(4) + 4)
        var order = [UInt8](repeating: 0, count: 19)
        for index in Self.order.prefix(count) { order[index] = UInt8(try take(3)) }
        guard let code = HuffmanCode(lengths: order) else { throw Self.damaged("is damaged") }
        var lengths: [UInt8] = []
        while lengths.count < literals + distances {
            let symbol = try symbol(code)
            switch symbol {
            case 0..<16: lengths.append(UInt8(symbol))
            case 16:
                guard let last = lengths.last else { throw Self.damaged("is damaged") }
                lengths += [UInt8](repeating: last, count: try take(2) + 3)
            case 17: lengths += [UInt8](repeating: 0, count: try take(3) + 3)
            default: lengths += [UInt8](repeating: 0, count: try take(7) + 11)
            }
        }
        guard lengths.count == literals + distances else { throw Self.damaged("is damaged") }
        block = try Self.coded(lengths[..<literals], lengths[literals...])
    }

    private static func coded(
        _ literals: some Collection<UInt8>, _ distances: some Collection<UInt8>
    ) throws(SourceError) -> Block {
        guard let literals = HuffmanCode(lengths: literals), let distances = HuffmanCode(lengths: distances) else {
            throw damaged("is damaged")
        }
        return .coded(literals: literals, distances: distances)
    }

    /// Decodes until the end of the block or of a piece; true at the end of the block.
    private mutating func copy(_ literals: HuffmanCode, _ distances: HuffmanCode) throws(SourceError) -> Bool {
        let limit = output.count + Self.pieceSize
        while output.count < limit {
            let symbol = try symbol(literals)
            if symbol < 256 {
                output.append(UInt8(symbol))
                continue
            }
            if symbol == 256 { return true }
            guard symbol < 286 else { throw Self.damaged("is damaged") }
            let length = Self.lengths[symbol - 257] + (try take(Self.lengthBits[symbol - 257]))
            let code = try self.symbol(distances)
            guard code < 30 else { throw Self.damaged("is damaged") }
            let distance = Self.distances[code] + (try take(code < 2 ? 0 : code / 2 - 1))
            guard distance <= output.count else { throw Self.damaged("is damaged") }
            let start = output.count - distance
            for index in start..<start + length { output.append(output[index]) }
        }
        return false
    }

    private mutating func end() throws(SourceError) {
        bits >>= UInt64(bitCount & 7)
        bitCount -= bitCount & 7
        let expected = UInt32(try take(16)) | UInt32(try take(16)) << 16
        let length = UInt32(try take(16)) | UInt32(try take(16)) << 16
        guard expected == sum.value, length == size else { throw Self.damaged("does not match its checksum") }
        isInMember = false
        // Whole bytes that were read ahead belong to the next member.
        position -= bitCount / 8
        (bits, bitCount) = (0, 0)
        while try fill(), input[position] == 0 { position += 1 }
        isAtEnd = try !fill()
    }

    private mutating func symbol(_ code: HuffmanCode) throws(SourceError) -> Int {
        while bitCount < 15, try fill() { addByte() }
        let entry = code.short[Int(bits & (1 << UInt64(HuffmanCode.shortBits) - 1))]
        if entry != 0 {
            guard Int(entry & 15) <= bitCount else { throw Self.damaged("is cut off") }
            drop(Int(entry & 15))
            return Int(entry >> 4)
        }
        guard let long = code.long(bits) else { throw Self.damaged("is damaged") }
        guard long.length <= bitCount else { throw Self.damaged("is cut off") }
        drop(long.length)
        return Int(long.symbol)
    }

    private mutating func take(_ count: Int) throws(SourceError) -> Int {
        while bitCount < count {
            guard try fill() else { throw Self.damaged("is cut off") }
            addByte()
        }
        let value = Int(bits & (1 << UInt64(count) - 1))
        drop(count)
        return value
    }

    private mutating func byte() throws(SourceError) -> UInt8 { UInt8(try take(8)) }

    private mutating func addByte() {
        bits |= UInt64(input[position]) << UInt64(bitCount)
        bitCount += 8
        position += 1
    }

    private mutating func drop(_ count: Int) {
        bits >>= UInt64(count)
        bitCount -= count
    }

    /// Reads more input if all of it is used up; false at the end.
    private mutating func fill() throws(SourceError) -> Bool {
        if position < input.count { return true }
        let kept = Array(input.suffix(8))
        let piece = try body.read(at: offset)
        guard !piece.isEmpty else { return false }
        offset += piece.count
        // The last bytes are kept, because the end of a member steps back.
        input = kept + piece
        position = kept.count
        return true
    }

    private static func damaged(_ fault: String) -> SourceError { .invalidData("(the gzip data \(fault))") }

    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    private static let lengths = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    private static let lengthBits = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    private static let distances = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
        6145,
        8193, 12289, 16385, 24577,
    ]
}

/// The checksum of gzip data (RFC 1952, section 8).
struct CRC32 {
    private var state: UInt32 = 0xFFFF_FFFF

    /// The checksum of the bytes added so far.
    var value: UInt32 { ~state }

    /// Adds bytes.
    mutating func add(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes { state = Self.table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ state >> 8 }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ value >> 1 }
    }
}
