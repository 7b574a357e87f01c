import AggSource
import Foundation

/// Reads dates of eight digits, such as 20240305.
enum CompactDate {
    /// The date of a text; nil if it is not in the years 1800 to 2199.
    static func date(_ bytes: ArraySlice<UInt8>) -> RecordDate? {
        guard bytes.count == 8, bytes.allSatisfy({ (48...57).contains($0) }) else { return nil }
        let digits = String(decoding: bytes, as: UTF8.self)
        guard ("1800"..."2199").contains(String(digits.prefix(4))) else { return nil }
        return RecordDate(iso8601: "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))")
    }
}

/// Reads years and months, such as 2024 and 2024-03, as their first days.
enum PeriodDate {
    /// The first day of a year or a month in the years 1000 to 2999; nil for any other text.
    static func date(_ bytes: ArraySlice<UInt8>) -> RecordDate? {
        guard isYear(bytes) || isMonth(bytes) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return RecordDate(iso8601: bytes.count == 4 ? "\(text)-01-01" : "\(text)-01")
    }

    /// Whether a text is a year and a month.
    static func isMonth(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count == 7, isYear(bytes.prefix(4)), bytes[bytes.startIndex + 4] == UInt8(ascii: "-") else {
            return false
        }
        return Int(String(decoding: bytes.suffix(2), as: UTF8.self)).map { (1...12).contains($0) } ?? false
    }

    private static func isYear(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count == 4 && bytes.allSatisfy { (48...57).contains($0) }
            && (UInt8(ascii: "1")...UInt8(ascii: "2")).contains(bytes[bytes.startIndex])
    }
}

/// Reads dates that are seconds or milliseconds since 1970.
enum EpochDate {
    private static let years = 631_152_000.0...4_102_444_800

    /// Whether all numbers of a range are seconds from 1990 to 2099.
    static func seconds(_ range: ClosedRange<Double>) -> Bool {
        years.contains(range.lowerBound) && years.contains(range.upperBound)
    }

    /// Whether all numbers of a range are milliseconds from 1990 to 2099.
    static func milliseconds(_ range: ClosedRange<Double>) -> Bool {
        years.contains(range.lowerBound / 1_000) && years.contains(range.upperBound / 1_000)
    }

    /// The date of a number, with or without a fraction; nil if it is not in these years.
    static func date(_ bytes: ArraySlice<UInt8>) -> RecordDate? {
        let whole = bytes.prefix { (48...57).contains($0) }
        let rest = bytes[whole.endIndex...]
        guard (9...13).contains(whole.count), rest.count < 12,
            rest.isEmpty || rest.first == UInt8(ascii: ".") && rest.dropFirst().allSatisfy({ (48...57).contains($0) }),
            let number = Double(String(decoding: bytes, as: UTF8.self))
        else { return nil }
        let seconds = years.contains(number) ? number : number / 1_000
        return years.contains(seconds) ? RecordDate(instant: Date(timeIntervalSince1970: seconds)) : nil
    }
}
