/// Converts text that arrives in pieces to UTF-8; pieces may end inside a character.
struct TextDecoder {
    private var encoding: TableEncoding
    private var table: SingleByteTable?
    private var isAtBeginning = true
    /// The encoding that a byte order mark shows, whatever encoding was given; nil without one.
    private(set) var mark: TableEncoding?
    /// The first byte of a unit of UTF-16 whose second is in the next piece.
    private var half: UInt8?
    /// A high surrogate whose partner has not arrived yet.
    private var surrogate: UInt32?

    /// Creates a decoder for one text.
    init(_ encoding: TableEncoding) {
        self.encoding = encoding
        table = SingleByteTable(encoding)
    }

    /// The next piece as UTF-8, without a byte order mark.
    mutating func decode(_ piece: [UInt8]) -> [UInt8] {
        let isFirst = isAtBeginning && !piece.isEmpty
        isAtBeginning = isAtBeginning && piece.isEmpty
        if isFirst, let found = TableEncoding(markOf: piece) {
            mark = found
            encoding = found
            table = nil
        }
        if let table { return Self.decode(piece, table) }
        guard encoding == .utf8 else { return decodeUnits(piece) }
        return isFirst && mark == .utf8 ? Array(piece.dropFirst(3)) : piece
    }

    /// The rest at the end of the text: U+FFFD for half a character.
    mutating func finish() -> [UInt8] {
        let isCut = half != nil || surrogate != nil
        (half, surrogate) = (nil, nil)
        return isCut ? Self.replacement : []
    }

    private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

    private static func decode(_ piece: [UInt8], _ table: SingleByteTable) -> [UInt8] {
        guard piece.contains(where: { $0 >= 0x80 }) else { return piece }
        var text: [UInt8] = []
        text.reserveCapacity(piece.count + piece.count / 8)
        for byte in piece {
            if byte < 0x80 { text.append(byte) } else { append(table[byte], to: &text) }
        }
        return text
    }

    private mutating func decodeUnits(_ piece: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(piece.count)
        for byte in piece {
            guard let first = half else {
                half = byte
                continue
            }
            half = nil
            let isLittle = encoding == .utf16LittleEndian
            let unit = UInt32(isLittle ? byte : first) << 8 | UInt32(isLittle ? first : byte)
            add(unit, to: &text)
        }
        return text
    }

    private mutating func add(_ unit: UInt32, to text: inout [UInt8]) {
        if let high = surrogate {
            surrogate = nil
            if (0xDC00..<0xE000).contains(unit) {
                return Self.append(0x10000 + (high - 0xD800) << 10 + unit - 0xDC00, to: &text)
            }
            text += Self.replacement
        }
        switch unit {
        case 0xD800..<0xDC00: surrogate = unit
        case 0xDC00..<0xE000: text += Self.replacement
        case 0xFEFF: break
        default: Self.append(unit, to: &text)
        }
    }

    private static func append(_ scalar: UInt32, to text: inout [UInt8]) {
        switch scalar {
        case 0..<0x80: text.append(UInt8(scalar))
        case 0x80..<0x800:
            text.append(UInt8(0xC0 | scalar >> 6))
            text.append(UInt8(0x80 | scalar & 0x3F))
        case 0x800..<0x10000:
            text.append(UInt8(0xE0 | scalar >> 12))
            text.append(UInt8(0x80 | scalar >> 6 & 0x3F))
            text.append(UInt8(0x80 | scalar & 0x3F))
        default:
            text.append(UInt8(0xF0 | scalar >> 18 & 0x07))
            text.append(UInt8(0x80 | scalar >> 12 & 0x3F))
            text.append(UInt8(0x80 | scalar >> 6 & 0x3F))
            text.append(UInt8(0x80 | scalar & 0x3F))
        }
    }
}
