import AggSource

/// Writes a row in the server's binary copy format.
struct TupleWriter {
    /// The bytes so far.
    var bytes: [UInt8] = []

    /// The header of a binary copy.
    static let header: [UInt8] = Array("PGCOPY\n".utf8) + [0xFF, 13, 10, 0] + [UInt8](repeating: 0, count: 8)
    /// The trailer of a binary copy.
    static let trailer: [UInt8] = [0xFF, 0xFF]

    mutating func count(_ fields: Int16) { append(fields) }

    mutating func null() { append(Int32(-1)) }

    mutating func add(_ number: Int16) {
        append(Int32(2))
        append(number)
    }

    mutating func add(_ number: Int32) {
        append(Int32(4))
        append(number)
    }

    mutating func add(_ number: Int64) {
        append(Int32(8))
        append(number)
    }

    mutating func add(_ number: Double?) {
        guard let number else { return null() }
        add(Int64(bitPattern: number.bitPattern))
    }

    mutating func add(_ text: String?) {
        guard var text else { return null() }
        text.withUTF8 { letters in
            if letters.contains(where: { $0 <= 1 }) { return add(ServerText.stored(Array(letters))) }
            append(Int32(clamping: letters.count))
            bytes.append(contentsOf: letters)
        }
    }

    /// Adds the bytes of a value as they are.
    mutating func add(_ value: [UInt8]) {
        append(Int32(clamping: value.count))
        bytes += value
    }

    /// Begins a value with this number of lexemes, which must follow in byte order.
    mutating func begin(lexemes count: Int, bytes size: Int) {
        append(Int32(clamping: 4 + size + 3 * count))
        append(Int32(clamping: count))
    }

    mutating func add(lexeme: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: lexeme)
        bytes.append(0)
        append(Int16(0))
    }

    private mutating func append(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }
}

/// Reads a row in the server's binary copy format.
struct TupleReader {
    private let bytes: UnsafeRawBufferPointer
    private var place: Int

    /// Creates a reader that starts at an offset.
    init(_ bytes: UnsafeRawBufferPointer, at place: Int = 0) {
        self.bytes = bytes
        self.place = place
    }

    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
        let size = MemoryLayout<Number>.size
        guard place + size <= bytes.count else { return 0 }
        defer { place += size }
        return Number(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: Number.self))
    }

    /// Returns the bytes of the next value; nil for NULL.
    mutating func value() -> UnsafeRawBufferPointer? {
        let length = Int(number(Int32.self))
        guard length >= 0, place + length <= bytes.count else { return nil }
        defer { place += length }
        return UnsafeRawBufferPointer(rebasing: bytes[place..<place + length])
    }

    mutating func text() -> String? { value().map(ServerText.text) }

    mutating func decimal() -> Double? {
        guard let bytes = value(), bytes.count == 8 else { return nil }
        return Double(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))
    }
}
