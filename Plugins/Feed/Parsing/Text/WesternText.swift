/// The Western European character sets, of which feeds say one and mean another.
enum WesternText {
    /// The characters of windows-1252 from 0x80 to 0x9F, where ISO 8859-1 has controls that nobody writes; 0 for none
    /// (encoding.spec.whatwg.org, index windows-1252).
    private static let controls: [UInt32] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
        0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
        0x0178,
    ]

    /// The character of a code below 256.
    static func scalar(_ code: UInt8) -> Unicode.Scalar {
        guard (0x80...0x9F).contains(code) else { return Unicode.Scalar(code) }
        let value = controls[Int(code) - 0x80]
        return value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    /// Reads bytes as windows-1252, which ISO 8859-1 and ASCII are read as, too.
    static func utf8(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        for byte in bytes {
            if byte < 128 { result.append(byte) } else { result += Array(String(scalar(byte)).utf8) }
        }
        return result
    }
}
