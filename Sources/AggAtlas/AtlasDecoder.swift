/// Reads the files that `Docs/Tools/make-atlas` writes; see its first lines for the format.
struct AtlasDecoder {
    /// The steps in a degree.
    private static let steps = 200.0

    private let bytes: [UInt8]
    private var place = 0
    /// The first point of the previous line.
    private var first = (x: 0, y: 0)

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the next line; nil at the end or if the bytes are damaged.
    mutating func next() -> AtlasLine? {
        guard let kind = byte().flatMap(AtlasLine.Kind.init), let count = unsigned(), count <= bytes.count - place
        else {
            return nil
        }
        var points: [AtlasPoint] = []
        points.reserveCapacity(count)
        var (x, y) = first
        for index in 0..<count {
            guard let across = signed(), let up = signed() else { return nil }
            x += across
            y += up
            if index == 0 { first = (x, y) }
            points.append(AtlasPoint(longitude: Double(x) / Self.steps, latitude: Double(y) / Self.steps))
        }
        return AtlasLine(kind: kind, points: points)
    }

    private mutating func byte() -> UInt8? {
        guard place < bytes.count else { return nil }
        defer { place += 1 }
        return bytes[place]
    }

    /// Reads a number in groups of seven bits, lowest first; none in these files has more than four groups.
    private mutating func unsigned() -> Int? {
        var number = 0
        for shift in stride(from: 0, to: 28, by: 7) {
            guard let byte = byte() else { return nil }
            number |= Int(truncatingIfNeeded: byte & 127) << shift
            if byte < 128 { return number }
        }
        return nil
    }

    /// Reads a number whose lowest bit is its sign.
    private mutating func signed() -> Int? {
        unsigned().map { $0 & 1 == 0 ? $0 >> 1 : -($0 >> 1) - 1 }
    }
}
