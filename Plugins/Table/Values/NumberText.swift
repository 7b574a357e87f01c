import AggSource

/// Reads numbers as written in tables.
enum NumberText {
    /// The decimal mark.
    enum Decimal: String, CaseIterable {
        /// As in 1,234.5
        case point
        /// As in 1.234,5
        case comma

        /// The byte before a fraction.
        var mark: UInt8 { self == .point ? UInt8(ascii: ".") : UInt8(ascii: ",") }
        /// The byte between groups of digits.
        var group: UInt8 { self == .point ? UInt8(ascii: ",") : UInt8(ascii: ".") }
        /// The other of the two.
        var other: Decimal { self == .point ? .comma : .point }
    }

    /// The value of a text that is a number.
    enum Value: Equatable {
        case integer(Int64)
        case decimal(Double)

        /// The number with a fraction.
        var double: Double {
            switch self {
            case .integer(let number): Double(number)
            case .decimal(let number): number
            }
        }
    }

    /// The bytes of a hyphen, a minus sign, and an en dash, each of which marks a negative number.
    static let minusSigns: [[UInt8]] = [[0x2D], [0xE2, 0x88, 0x92], [0xE2, 0x80, 0x93]]

    /// The maximum number of digits that a double represents exactly.
    private static let mostDigits = 15

    /// The maximum number of digits before the mark of a number whose last digits are rounded; one with more is a code.
    private static let mostRounded = 10

    /// The maximum number of digits after the mark of a number with a plus sign that is not a phone number.
    private static let mostDecimals = 6

    /// Whether a number has zeros after its sign, or looks like a phone number such as `+1.2125551234`.
    static func isPadded(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let sign = bytes.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return false }
        let digits = bytes.dropFirst()
        if digits.first == UInt8(ascii: "0"), digits.dropFirst().first?.isASCIIDigit == true { return true }
        return sign == UInt8(ascii: "+") && digits.reversed().prefix(while: \.isASCIIDigit).count > mostDecimals
    }

    /// Parses a number; nil for anything else.
    ///
    /// Leading zeros, a plus sign, or more than 15 digits before the mark make it a code; but `+07.500`, which has a sign, a
    /// fraction, and no more digits before it than degrees have, is a number.
    static func value(_ bytes: some Collection<UInt8>, _ decimal: Decimal) -> Value? {
        var scan = Scan(decimal)
        guard scan.read(bytes) else { return nil }
        if scan.isLong {
            // Digits beyond the precision of a double are rounded.
            let digits = bytes.drop { !(48...57).contains($0) && $0 != decimal.mark }
            let plain = digits.filter { $0 != decimal.group }.map { $0 == decimal.mark ? UInt8(ascii: ".") : $0 }
            return Double(String(decoding: plain, as: UTF8.self)).flatMap { number in
                number.isFinite ? .decimal(scan.isNegative ? -number : number) : nil
            }
        }
        let mantissa = scan.isNegative ? -scan.mantissa : scan.mantissa
        if scan.fraction < 0, scan.exponent == 0 { return .integer(mantissa) }
        let power = scan.exponent - max(scan.fraction, 0)
        let value = Double(mantissa)
        // Both are exact, so the quotient is the nearest double.
        if power <= 0, power >= -22 { return .decimal(value / powers[-power]) }
        if power > 0, power <= 22 { return .decimal(value * powers[power]) }
        return Double("\(mantissa)e\(power)").flatMap { $0.isFinite ? .decimal($0) : nil }
    }

    private static let powers: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    /// The parts of a number during parsing.
    private struct Scan {
        let decimal: Decimal
        var mantissa: Int64 = 0
        var isNegative = false
        private var hasPlus = false
        /// The number of digits after the mark; -1 without a mark.
        var fraction = -1
        var exponent = 0
        /// Whether there are more digits than an integer holds.
        private(set) var isLong = false
        private var digits = 0
        private var wholeDigits = 0
        private var leadsWithZero = false
        /// The number of digits since the last group mark; -1 without one.
        private var sinceGroup = -1
        /// The number of digits before the first group mark.
        private var firstGroup = 0
        /// The number of digits in the groups between two marks; 0 without any.
        private var groupSize = 0

        init(_ decimal: Decimal) { self.decimal = decimal }

        mutating func read(_ bytes: some Collection<UInt8>) -> Bool {
            var rest = bytes[...]
            if let sign = NumberText.minusSigns.first(where: { rest.starts(with: $0) }) {
                isNegative = true
                rest = rest.dropFirst(sign.count)
            } else if rest.first == UInt8(ascii: "+") {
                hasPlus = true
                rest = rest.dropFirst()
            }
            while let byte = rest.first {
                rest = rest.dropFirst()
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"):
                    guard add(byte - 48) else { return false }
                case decimal.mark where fraction < 0:
                    guard sinceGroup < 0 || sinceGroup == 3 else { return false }
                    fraction = 0
                case decimal.group where fraction < 0:
                    guard endGroup() else { return false }
                case UInt8(ascii: "e"), UInt8(ascii: "E"): return isComplete && readExponent(rest)
                default: return false
                }
            }
            return isComplete
        }

        /// Ends a group of digits at a mark: the first, or one of the same size as all after the first.
        private mutating func endGroup() -> Bool {
            defer { sinceGroup = 0 }
            guard sinceGroup >= 0 else {
                firstGroup = wholeDigits
                return (1...3).contains(wholeDigits) && !leadsWithZero
            }
            // As in India: 1,23,456.
            let isPair = sinceGroup == 2 && firstGroup < 3 && decimal == .point
            guard isPair || sinceGroup == 3, groupSize == 0 || groupSize == sinceGroup else { return false }
            groupSize = sinceGroup
            return true
        }

        private mutating func add(_ digit: UInt8) -> Bool {
            if fraction >= 0 {
                fraction += 1
            } else {
                if wholeDigits == 0 { leadsWithZero = digit == 0 }
                wholeDigits += 1
                if leadsWithZero, wholeDigits > 1, !hasPlus, !isNegative { return false }
                if sinceGroup >= 0 { sinceGroup += 1 }
            }
            if digits > 0 || digit != 0 { digits += 1 }
            guard digits <= NumberText.mostDigits else {
                isLong = true
                return fraction > 0 && fraction < 300 && wholeDigits <= NumberText.mostRounded
            }
            mantissa = mantissa * 10 + Int64(digit)
            return true
        }

        private var isComplete: Bool {
            let isPadded = leadsWithZero && wholeDigits > 1
            let isCode = fraction < 0 && (hasPlus || isPadded) || isPadded && wholeDigits > 3
            return (wholeDigits > 0 || fraction > 0) && fraction != 0 && (sinceGroup < 0 || sinceGroup == 3) && !isCode
        }

        /// An exponent counts only with a sign or after a fraction: 1E5 may be a code.
        private mutating func readExponent(_ bytes: some Collection<UInt8>) -> Bool {
            var rest = bytes[...]
            let sign = rest.first
            if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest = rest.dropFirst() }
            guard sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") || fraction > 0, (1...3).contains(rest.count)
            else { return false }
            for byte in rest {
                guard (48...57).contains(byte) else { return false }
                exponent = exponent * 10 + Int(byte) - 48
            }
            if sign == UInt8(ascii: "-") { exponent = -exponent }
            return true
        }
    }
}
