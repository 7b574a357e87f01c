import Glibc

/// The converter of the C library, which knows the old character sets that Foundation reads wrongly or not at all.
///
/// The one place that calls iconv.
enum CharacterSetConverter {
    /// A text in UTF-8, and whether all of its bytes were characters.
    struct Conversion: Equatable {
        /// The text; U+FFFD stands where a byte was no character.
        var utf8: [UInt8] = []
        /// Whether no byte was wrong.
        var isWhole = true

        fileprivate mutating func replaceByte() {
            utf8 += [0xEF, 0xBF, 0xBD]
            isWhole = false
        }
    }

    /// Reads bytes of a character set, by the C library's name of it; nil where it has no such set.
    static func convert(_ bytes: [UInt8], from name: String) -> Conversion? {
        guard let converter = iconv_open("UTF-8", name), converter != iconv_t(bitPattern: -1) else { return nil }
        defer { iconv_close(converter) }
        var conversion = Conversion()
        conversion.utf8.reserveCapacity(bytes.count + bytes.count / 2)
        var bytes = bytes
        bytes.withUnsafeMutableBytes { convert($0, converter, into: &conversion) }
        return conversion
    }

    private static func convert(
        _ bytes: UnsafeMutableRawBufferPointer, _ converter: iconv_t, into conversion: inout Conversion
    ) {
        var input = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        var left = bytes.count
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { room in
            func take(_ free: Int) {
                conversion.utf8.append(contentsOf: room.prefix(room.count - free).lazy.map(UInt8.init(bitPattern:)))
            }
            while left > 0 {
                var output = room.baseAddress
                var free = room.count
                let failed = iconv(converter, &input, &left, &output, &free) == -1
                let reason = errno
                take(free)
                // A full room is no fault: what is left comes with the next turn.
                guard failed, reason != E2BIG else { continue }
                // One byte that is no character, or too few bytes at the end of the text.
                conversion.replaceByte()
                input = input.map { $0 + 1 }
                left = reason == EINVAL ? 0 : left - 1
            }
            // A set that puts marks behind their letter keeps the last letter back.
            var output = room.baseAddress
            var free = room.count
            _ = iconv(converter, nil, nil, &output, &free)
            take(free)
        }
    }
}
