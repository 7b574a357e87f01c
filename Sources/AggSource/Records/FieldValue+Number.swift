extension FieldValue {
    /// The number that a value is; also of a text that is nothing else, such as a postal code.
    package var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .decimal(let number): number
        case .text(let text): Self.number(writtenAs: text)
        case .boolean, .date, .list: nil
        }
    }

    /// The number that a text is: digits, perhaps with a minus before them and a fraction behind them.
    package static func number(writtenAs text: String) -> Double? {
        var bytes = text.utf8[...]
        if bytes.first == UInt8(ascii: "-") { bytes = bytes.dropFirst() }
        let parts = bytes.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        let isNumber = parts.allSatisfy { part in
            !part.isEmpty && part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        return isNumber ? Double(text).flatMap { $0.isFinite ? $0 : nil } : nil
    }
}
