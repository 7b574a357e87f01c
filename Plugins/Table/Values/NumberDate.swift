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
