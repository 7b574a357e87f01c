extension JSONParser {
    /// Reads a number; the position is at its sign or first digit.
    mutating func number(_ bytes: Span<UInt8>) throws(JSONError) -> JSONValue {
        let start = position
        let isNegative = bytes[position] == UInt8(ascii: "-")
        if isNegative { position += 1 }
        var digits = Digits()
        let hasLeadingZero = position < bytes.count && bytes[position] == UInt8(ascii: "0")
        let wholeCount = readDigits(bytes, &digits)
        guard wholeCount > 0 else { throw error("a number has no digits") }
        guard !hasLeadingZero || wholeCount == 1 else { throw JSONError("a number has a leading 0", offset: start) }

        var exponent = 0
        var isWhole = true
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            isWhole = false
            position += 1
            exponent = -readDigits(bytes, &digits)
            guard exponent < 0 else { throw error("a number has no digits after the decimal point") }
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            isWhole = false
            exponent += try readExponent(bytes)
        }

        if digits.count <= 15, !(isNegative && digits.number == 0) {
            // Few enough digits, and a small enough power of ten, to be exact as doubles: a single rounding is correct.
            if isWhole { return .integer(isNegative ? -Int64(digits.number) : Int64(digits.number)) }
            if let magnitude = Self.scaled(Double(digits.number), exponent) {
                return .decimal(isNegative ? -magnitude : magnitude)
            }
        }
        return Self.long(asciiText(bytes.extracting(start..<position)), isWhole: isWhole)
    }

    /// Significant digits as a number; exact only for up to 19 digits.
    private struct Digits {
        var number: UInt64 = 0
        var count = 0
    }

    /// Reads digits and returns how many there were.
    private mutating func readDigits(_ bytes: Span<UInt8>, _ digits: inout Digits) -> Int {
        let start = position
        while position < bytes.count {
            let digit = bytes[position] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            digits.number = digits.number &* 10 &+ UInt64(digit)
            if digits.number > 0 { digits.count += 1 }
            position += 1
        }
        return position - start
    }

    private mutating func readExponent(_ bytes: Span<UInt8>) throws(JSONError) -> Int {
        position += 1
        var isNegative = false
        if position < bytes.count, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
            isNegative = bytes[position] == UInt8(ascii: "-")
            position += 1
        }
        var exponent = 0
        let start = position
        while position < bytes.count {
            let digit = bytes[position] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            exponent = min(exponent * 10 + Int(digit), 100_000)
            position += 1
        }
        guard position > start else { throw error("a number has no digits in its exponent") }
        return isNegative ? -exponent : exponent
    }

    private static func scaled(_ magnitude: Double, _ exponent: Int) -> Double? {
        switch exponent {
        case 0...22: magnitude * powersOfTen[exponent]
        case -22..<0: magnitude / powersOfTen[-exponent]
        default: nil
        }
    }

    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20,
        1e21, 1e22,
    ]

    /// A number with many digits or a large exponent: kept as text if a double can't represent it exactly.
    private static func long(_ text: String, isWhole: Bool) -> JSONValue {
        if isWhole, text != "-0", let integer = Int64(text) { return .integer(integer) }
        guard let double = Double(text), double.isFinite, DecimalDigits(text) == DecimalDigits(double.description)
        else {
            return .number(text)
        }
        return .decimal(double)
    }
}

/// The digits and exponent of a written number, to tell whether two spellings mean the same number.
struct DecimalDigits: Equatable {
    /// The significant digits, without zeros at either end.
    private var digits: [UInt8] = []
    /// The power of ten of the last significant digit; 0 for zero.
    private var exponent = 0

    /// Parses a number in JSON or Swift form, ignoring the sign.
    init(_ text: String) {
        let parts = text.utf8.split(maxSplits: 1) { $0 | 0x20 == UInt8(ascii: "e") }
        var isBehindPoint = false
        for byte in parts.first ?? "".utf8[...] {
            if byte == UInt8(ascii: ".") {
                isBehindPoint = true
            } else if byte != UInt8(ascii: "-") {
                if isBehindPoint { exponent -= 1 }
                if !digits.isEmpty || byte != UInt8(ascii: "0") { digits.append(byte) }
            }
        }
        while digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            exponent += 1
        }
        if digits.isEmpty {
            exponent = 0
        } else if parts.count == 2 {
            // No double comes near this bound, so a number with such an exponent never equals one.
            let bound = 1_000_000_000
            exponent += min(max(Int(Substring(parts[1])) ?? bound, -bound), bound)
        }
    }
}
