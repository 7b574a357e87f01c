/// A typed value of a record's column.
public enum FieldValue: Hashable, Sendable {
    /// Text, exactly as the source gave it.
    case text(String)
    /// A whole number.
    case integer(Int64)
    /// A number with a fraction.
    case decimal(Double)
    /// True or false.
    case boolean(Bool)
    /// A day or an instant.
    case date(RecordDate)
    /// A list of texts, such as topics.
    case list([String])

    /// The value as plain text: numbers in their shortest form, lists joined by commas.
    public var text: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .decimal(let number): JSONWriter.shortest(number)
        case .boolean(let flag): flag ? "true" : "false"
        case .date(let date): date.text
        case .list(let items): items.joined(separator: ", ")
        }
    }

    /// The value as JSON: dates as text, lists as arrays of text.
    public var json: JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .integer(let number): .integer(number)
        case .decimal(let number): .decimal(number)
        case .boolean(let flag): .boolean(flag)
        case .date(let date): .string(date.text)
        case .list(let items): .array(items.map(JSONValue.string))
        }
    }
}

extension FieldValue {
    /// The value as a number, including a text that is only a number, such as a postal code.
    package var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .decimal(let number): number
        case .text(let text): Self.number(writtenAs: text)
        case .boolean, .date, .list: nil
        }
    }

    /// Reads a decimal number; nil if it has more than 15 digits before its point, some of which would be lost.
    package init?(decimal text: String) {
        guard let number = Double(text), number.isFinite,
            text.utf8.prefix(while: { $0 == UInt8(ascii: "-") || $0.isASCIIDigit }).count(where: \.isASCIIDigit) <= 15
        else { return nil }
        self = .decimal(number)
    }

    /// Parses a number: digits with an optional minus sign and an optional fraction.
    package static func number(writtenAs text: String) -> Double? {
        var bytes = text.utf8[...]
        if bytes.first == UInt8(ascii: "-") { bytes = bytes.dropFirst() }
        let parts = bytes.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        let isNumber = parts.allSatisfy { part in
            !part.isEmpty && part.allSatisfy(\.isASCIIDigit)
        }
        return isNumber ? Double(text).flatMap { $0.isFinite ? $0 : nil } : nil
    }
}
