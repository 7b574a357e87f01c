/// The keys of rows, to find out whether all are different.
///
/// As long as the keys are increasing whole numbers, as in most long tables, their differences are stored in a byte or two each;
/// otherwise, their hashes are.
struct KeySet {
    private var differences: [UInt8] = []
    private var last: Int64 = -1
    /// The hashes; nil as long as the keys increase.
    private var hashes: SeenKeys?
    private let expected: Int

    /// Creates an empty set with room for about this many keys, but it can grow beyond that.
    init(expected: Int = 1_024) {
        self.expected = expected
    }

    /// Adds a key; false if it was already there.
    mutating func insert(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard hashes == nil else { return hashes?.insert(SeenKeys.hash(bytes)) ?? true }
        if let number = Self.number(bytes), number > last {
            append(UInt64(number - last))
            last = number
            return true
        }
        hashes = hashed()
        return hashes?.insert(SeenKeys.hash(bytes)) ?? true
    }

    private mutating func append(_ difference: UInt64) {
        var rest = difference
        while rest >= 0x80 {
            differences.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        differences.append(UInt8(rest))
    }

    /// The hashes of the numbers so far, whose differences are then forgotten.
    private mutating func hashed() -> SeenKeys {
        var seen = SeenKeys(expected: expected)
        var (number, difference, shift) = (Int64(-1), UInt64(0), UInt64(0))
        for byte in differences {
            difference |= UInt64(byte & 0x7F) << shift
            shift += 7
            guard byte < 0x80 else { continue }
            number += Int64(truncatingIfNeeded: difference)
            (difference, shift) = (0, 0)
            _ = seen.insert(SeenKeys.hash(Array(String(number).utf8)[...]))
        }
        differences = []
        return seen
    }

    /// The number whose only spelling is this text; nil for any other text.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64? {
        guard (1...18).contains(bytes.count), bytes.count == 1 || bytes.first != UInt8(ascii: "0") else { return nil }
        var number: Int64 = 0
        for byte in bytes {
            guard (48...57).contains(byte) else { return nil }
            number = number * 10 + Int64(byte - 48)
        }
        return number
    }
}
