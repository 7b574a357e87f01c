import AggSource
import Foundation

/// Reads dates that consist only of digits, such as 20240305, perhaps with a time, as in 2024030517 and 202403051730.
enum CompactDate {
    /// The date of a text; nil if it is not in the years 1800 to 2199.
    static func date(_ bytes: ArraySlice<UInt8>) -> RecordDate? {
        guard [8, 10, 12, 14].contains(bytes.count), bytes.allSatisfy(\.isASCIIDigit) else { return nil }
        let digits = String(decoding: bytes, as: UTF8.self)
        guard ("1800"..."2199").contains(String(digits.prefix(4))) else { return nil }
        func part(_ start: Int) -> Substring { digits.dropFirst(start).prefix(2) }
        let day = "\(digits.prefix(4))-\(part(4))-\(part(6))"
        guard bytes.count > 8 else { return RecordDate(iso8601: day) }
        let (minute, second) = (bytes.count > 10 ? part(10) : "00", bytes.count > 12 ? part(12) : "00")
        return RecordDate(iso8601: "\(day)T\(part(8)):\(minute):\(second)")
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
