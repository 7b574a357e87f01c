import AggCore

/// Values as SQLite writes them into a row (sqlite.org/fileformat2.html, section 2.1).
enum RecordFormat {
    /// A value of a row.
    enum Value: Hashable {
        case null
        case integer(Int64)
        case decimal(Double)
        case text(String)
        case bytes([UInt8])

        var text: String? { if case .text(let text) = self { text } else { nil } }
        var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
        /// A number of either kind: one without a fraction is written as a whole number.
        var number: Double? {
            switch self {
            case .integer(let number): Double(number)
            case .decimal(let number): number
            default: nil
            }
        }
    }

    /// Reads a number of one to nine bytes, the most significant first; nil where the bytes end before it does.
    static func varint(_ bytes: some RandomAccessCollection<UInt8>, _ offset: inout Int) -> Int64? {
        var number: UInt64 = 0
        for place in 0..<9 {
            guard offset >= 0, offset < bytes.count else { return nil }
            let byte = bytes[bytes.index(bytes.startIndex, offsetBy: offset)]
            offset += 1
            if place == 8 { return Int64(bitPattern: number << 8 | UInt64(byte)) }
            number = number << 7 | UInt64(byte & 0x7F)
            if byte < 0x80 { return Int64(bitPattern: number) }
        }
        return nil
    }

    /// The values of a row; nil where the bytes are not a row as it was written.
    static func values(_ bytes: [UInt8]) -> [Value]? {
        var place = 0
        guard let size = varint(bytes, &place), size >= Int64(place), size <= Int64(bytes.count) else { return nil }
        var types: [Int64] = []
        while place < Int(size) {
            guard let type = varint(bytes, &place), type >= 0, types.count < 64 else { return nil }
            types.append(type)
        }
        guard place == Int(size) else { return nil }
        var values: [Value] = []
        for type in types {
            guard let count = length(of: type), count <= bytes.count - place,
                let value = value(of: type, bytes[place..<place + count])
            else { return nil }
            place += count
            values.append(value)
        }
        return place == bytes.count ? values : nil
    }

    private static func length(of type: Int64) -> Int? {
        switch type {
        case 0, 8, 9: 0
        case 1...4: Int(type)
        case 5: 6
        case 6, 7: 8
        case 12...: Int(exactly: (type - 12) / 2)
        default: nil
        }
    }

    private static func value(of type: Int64, _ bytes: ArraySlice<UInt8>) -> Value? {
        switch type {
        case 0: return .null
        case 8, 9: return .integer(type - 8)
        case 1...6:
            let start: Int64 = bytes.first.map { $0 >= 0x80 ? -1 : 0 } ?? 0
            return .integer(bytes.reduce(start) { $0 << 8 | Int64($1) })
        case 7: return .decimal(Double(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) }))
        default:
            if type % 2 == 0 { return .bytes(Array(bytes)) }
            return String(validating: bytes, as: UTF8.self).map(Value.text)
        }
    }
}
