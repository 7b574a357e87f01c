import AggSource

/// A number with a currency or percent sign, such as $1,250.00, 9,50 €, 12%, or ($5.00), with groups of digits between spaces or
/// apostrophes, such as 1 250,00, 1 250, or 1’250.00, or with its minus sign at the end.
struct AmountText {
    /// The number; negative if it is in parentheses.
    let number: NumberText.Value
    /// The sign; empty for a number in parentheses without one.
    let unit: String
    /// Whether it is a whole number with spaces, which may be a phone number instead.
    let isSpaced: Bool

    /// The signs, longest first.
    private static let units = [
        "US$", "USD", "EUR", "GBP", "CHF", "CAD", "AUD", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "RUB", "INR", "Rs.",
        "TRY", "руб.", "руб", "kr.", "C$", "A$", "R$", "Rs", "kr", "zł", "Kč", "Ft", "TL", "$", "€", "£", "¥", "₹", "₽",
        "₺", "%",
    ].map { (name: $0, bytes: Array($0.utf8)) }
    /// The bytes of a no-break space and of a narrow one, which group digits.
    private static let blanks: [[UInt8]] = [[0xC2, 0xA0], [0xE2, 0x80, 0xAF]]
    /// The bytes of apostrophes, which group digits.
    private static let apostrophes: [[UInt8]] = [[UInt8(ascii: "'")], [0xE2, 0x80, 0x99]]
    private static let marks = blanks + apostrophes

    /// Parses a text; nil if it is not a number with a sign.
    init?(_ bytes: ArraySlice<UInt8>, _ decimal: NumberText.Decimal) {
        guard bytes.count <= 40, bytes.contains(where: { (48...57).contains($0) }) else { return nil }
        var rest = Self.withoutBlanks(bytes)
        let isGrouped =
            bytes.contains { $0 >= 0x80 }
            && Self.blanks.contains { blank in
                bytes.indices.contains { bytes[$0...].starts(with: blank) }
            }
            || Self.apostrophes.contains { Self.hasGroups(bytes, between: $0) }
        var isNegative = false
        if rest.first == UInt8(ascii: "("), rest.last == UInt8(ascii: ")") {
            rest = rest.dropFirst().dropLast()
            isNegative = true
        }
        let endsWithMinus = !isNegative && rest.last == UInt8(ascii: "-") && rest.count > 1
        if endsWithMinus {
            rest = rest.dropLast()
            isNegative = true
        }
        let isAccounting = isNegative
        if !endsWithMinus { Self.takeSign(&rest, &isNegative) }
        var unit = ""
        if let found = Self.units.first(where: { rest.starts(with: $0.bytes) }) {
            unit = found.name
            rest = rest.dropFirst(found.bytes.count)
            if !isNegative { Self.takeSign(&rest, &isNegative) }
        } else if let found = Self.units.first(where: { rest.reversed().starts(with: $0.bytes.reversed()) }) {
            unit = found.name
            rest = rest.dropLast(found.bytes.count)
        }
        guard !rest.isEmpty, !NumberText.minusSigns.contains(where: { rest.starts(with: $0) }),
            let value = NumberText.value(rest, decimal)
        else {
            return nil
        }
        var isDecimal = false
        if case .decimal = value { isDecimal = true }
        let hasSpaces = unit.isEmpty && !isGrouped && Self.hasGroups(bytes, between: [32])
        isSpaced = hasSpaces && !isDecimal
        // A whole number in parentheses may be an area code, and one after a plus sign a phone number.
        if unit.isEmpty, !isGrouped {
            guard isDecimal ? isAccounting || hasSpaces : hasSpaces && bytes.first != UInt8(ascii: "+") else {
                return nil
            }
        }
        self.unit = unit
        number =
            switch value {
            case .integer(let whole): .integer(isNegative ? -whole : whole)
            case .decimal(let part): .decimal(isNegative ? -part : part)
            }
    }

    private static func takeSign(_ rest: inout ArraySlice<UInt8>, _ isNegative: inout Bool) {
        if let sign = NumberText.minusSigns.first(where: { rest.starts(with: $0) }) {
            isNegative = true
            rest = rest.dropFirst(sign.count)
        } else if rest.first == UInt8(ascii: "+") {
            rest = rest.dropFirst()
        }
    }

    /// Whether a mark divides the first digits into groups of three.
    private static func hasGroups(_ bytes: ArraySlice<UInt8>, between mark: [UInt8]) -> Bool {
        var rest = bytes.drop { !(48...57).contains($0) }
        var (digits, groups) = (0, 0)
        while let byte = rest.first {
            if (48...57).contains(byte) {
                digits += 1
                rest = rest.dropFirst()
            } else if rest.starts(with: mark) {
                guard groups == 0 ? (1...3).contains(digits) : digits == 3 else { return false }
                (digits, groups) = (0, groups + 1)
                rest = rest.dropFirst(mark.count)
            } else {
                break
            }
        }
        return groups > 0 && digits == 3
    }

    private static func withoutBlanks(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = bytes
        var plain: [UInt8] = []
        while let byte = rest.first {
            if let blank = marks.first(where: { rest.starts(with: $0) }) {
                rest = rest.dropFirst(blank.count)
                continue
            }
            if byte != UInt8(ascii: " ") { plain.append(byte) }
            rest = rest.dropFirst()
        }
        return plain[...]
    }
}
