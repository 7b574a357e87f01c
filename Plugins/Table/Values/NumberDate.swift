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

/// Reads years, quarters, and months, such as 2024, 2024-Q2, 2024-03, and Mar 2024, as their first days.
enum PeriodDate {
    /// The first day of a period in the years 1000 to 2999; nil for any other text.
    static func date(_ bytes: ArraySlice<UInt8>) -> RecordDate? {
        guard (4...14).contains(bytes.count), let (year, month) = parts(bytes) else { return nil }
        return RecordDate(iso8601: "\(year)-\(month < 10 ? "0" : "")\(month)-01")
    }

    /// Whether a text is a quarter or a month of a year.
    static func isMonth(_ bytes: ArraySlice<UInt8>) -> Bool {
        (6...14).contains(bytes.count) && parts(bytes) != nil
    }

    private static func parts(_ bytes: ArraySlice<UInt8>) -> (year: Int, month: Int)? {
        guard bytes.contains(where: { (48...57).contains($0) }), !bytes.contains(UInt8(ascii: ".")) else { return nil }
        var words: [Substring] = []
        for word in String(decoding: bytes, as: UTF8.self).split(whereSeparator: { "-/ ".contains($0) }) {
            var rest = word
            while let first = rest.first {
                let part = rest.prefix { $0.isNumber == first.isNumber }
                words.append(part)
                rest = rest.dropFirst(part.count)
            }
        }
        // As Excel writes it: Jan-24; without the hyphen, it may be a day.
        if words.count == 2, bytes.contains(UInt8(ascii: "-")), let month = MonthName.month(words[0]),
            words[1].utf8.count == 2, let year = Int(words[1])
        {
            return (DateText.fullYear(year), month)
        }
        let years = words.indices.filter { words[$0].utf8.count == 4 && words[$0].utf8.allSatisfy(\.isASCIIDigit) }
        guard words.count < 4, years.count == 1, let year = Int(words[years[0]]), (1_000...2_999).contains(year),
            years[0] == 0 || years[0] == words.count - 1
        else { return nil }
        words.remove(at: years[0])
        switch (words.first?.lowercased(), words.count) {
        case (nil, _): return (year, 1)
        case ("q", 2): return number(words[1], upTo: 4, digits: 1).map { (year, $0 * 3 - 2) }
        case ("m", 2): return number(words[1], upTo: 12, digits: 2).map { (year, $0) }
        case (let word?, 1):
            let month = number(words[0], upTo: 12, digits: 2) ?? MonthName.month(word[...])
            return month.map { (year, $0) }
        default: return nil
        }
    }

    private static func number(_ text: Substring, upTo most: Int, digits: Int) -> Int? {
        guard text.utf8.count <= digits, let number = Int(text), (1...most).contains(number) else { return nil }
        return number
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
