public import Foundation

/// A day, a local time without a time zone, or an instant, as one canonical ISO 8601 text.
///
/// The texts are `2024-03-05` (a day), `2024-03-05T14:00:00` (the source's local time, without a zone), and
/// `2024-03-05T14:00:00Z` (an instant, always in UTC). Years are 0000…9999 of the proleptic Gregorian calendar (as in
/// ISO 8601), so that the texts sort in date order.
public struct RecordDate: Hashable, Sendable, Comparable {
    /// The canonical text.
    public let text: String

    /// Creates a date from an instant, in whole seconds; nil outside the years 0000…9999.
    public init?(instant: Date) {
        guard let text = Self.text(secondsSince1970: instant.timeIntervalSince1970.rounded(.down)) else { return nil }
        self.text = text
    }

    /// Parses ISO 8601 text: a day, or a day and time with optional fraction and zone; nil if malformed.
    ///
    /// Midnight without a zone is a day, because SODA's floating timestamps write days that way (dev.socrata.com, data
    /// type `floating_timestamp`). A time with a zone becomes an instant in UTC.
    public init?(iso8601 string: String) {
        guard let parsed = ISODateText(string) else { return nil }
        if let zone = parsed.zone {
            let days = parsed.day.number - CivilDay.number1970
            guard let text = Self.text(secondsSince1970: Double(days * 86_400 + parsed.second - zone)) else {
                return nil
            }
            self.text = text
        } else {
            text = parsed.second == 0 ? parsed.day.text : parsed.day.text + "T" + Self.time(parsed.second)
        }
    }

    /// Creates a date from text written by this type, without validation.
    package init(canonical text: String) {
        self.text = text
    }

    /// The calendar day, such as `2024-03-05`.
    public var day: String { String(text.prefix(10)) }

    /// Whether the date is a day without a time.
    public var isDay: Bool { text.utf8.count == 10 }

    /// Orders dates by their text, earlier first.
    public static func < (left: RecordDate, right: RecordDate) -> Bool { left.text < right.text }

    private static func text(secondsSince1970 seconds: Double) -> String? {
        guard abs(seconds) < 1e12 else { return nil }
        let (day, second) = (Int(clamping: seconds) + CivilDay.number1970 * 86_400).quotientAndRemainder(
            dividingBy: 86_400)
        guard second >= 0 else { return nil }
        return CivilDay(number: day).map { $0.text + "T" + time(second) + "Z" }
    }

    /// Formats a second of the day as a time.
    private static func time(_ second: Int) -> String {
        let (hour, minute) = (second / 3_600, second / 60 % 60)
        return "\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second % 60, 2))"
    }

    /// A number with leading zeros.
    package static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

/// A day of the proleptic Gregorian calendar in the years 0000…9999.
///
/// Hand-written because Foundation's calendar is Julian before October 1582 and takes longer than all the rest of
/// mapping a record.
package struct CivilDay: Hashable, Sendable {
    package let year: Int
    let month: Int
    let day: Int

    /// The number of 1970-01-01.
    package static let number1970 = 719_528
    /// The days before each month of a common year.
    private static let daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365]

    /// Creates a day; nil if it does not exist.
    package init?(year: Int, month: Int, day: Int) {
        guard (0...9_999).contains(year), (1...12).contains(month) else { return nil }
        let days = Self.days(before: month + 1, of: year) - Self.days(before: month, of: year)
        guard (1...days).contains(day) else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Creates a day from its number; nil if the year is out of range.
    package init?(number: Int) {
        guard (0..<Self.days(before: 10_000)).contains(number) else { return nil }
        var year = number * 400 / 146_097
        while Self.days(before: year) > number { year -= 1 }
        while Self.days(before: year + 1) <= number { year += 1 }
        let dayOfYear = number - Self.days(before: year)
        var month = 1
        while Self.days(before: month + 1, of: year) <= dayOfYear { month += 1 }
        self.init(year: year, month: month, day: dayOfYear - Self.days(before: month, of: year) + 1)
    }

    /// The number of days since 0000-01-01.
    package var number: Int { Self.days(before: year) + Self.days(before: month, of: year) + day - 1 }

    /// The day in ISO 8601 form.
    package var text: String {
        "\(RecordDate.padded(year, 4))-\(RecordDate.padded(month, 2))-\(RecordDate.padded(day, 2))"
    }

    /// The days from year 0 to January 1 of a year, including leap days.
    private static func days(before year: Int) -> Int {
        year * 365 + (year + 3) / 4 - (year + 99) / 100 + (year + 399) / 400
    }

    private static func days(before month: Int, of year: Int) -> Int {
        daysBefore[month - 1] + (month > 2 && days(before: year + 1) - days(before: year) == 366 ? 1 : 0)
    }
}

/// The parts of an ISO 8601 text, parsed by hand: a formatter would take longer than the rest of mapping a record.
package struct ISODateText: Sendable {
    /// The day.
    package private(set) var day: CivilDay
    /// The second of the day; 0 without a time.
    package private(set) var second = 0
    /// Seconds east of UTC; nil without a time zone.
    package private(set) var zone: Int?

    /// Parses a text; nil if malformed.
    package init?(_ string: String) {
        var rest = string.utf8[...]
        guard
            let year = Self.number(&rest, 4), Self.skip("-", &rest),
            let month = Self.number(&rest, 2), Self.skip("-", &rest),
            let day = Self.number(&rest, 2).flatMap({ CivilDay(year: year, month: month, day: $0) })
        else { return nil }
        self.day = day
        if rest.isEmpty { return }
        guard Self.skip("T", &rest) || Self.skip("t", &rest) || Self.skip(" ", &rest) else { return nil }
        guard let hour = Self.number(&rest, 2), Self.skip(":", &rest), let minute = Self.number(&rest, 2) else {
            return nil
        }
        guard hour < 24 || hour == 24 && minute == 0, minute < 60 else { return nil }
        second = hour * 3_600 + minute * 60
        if Self.skip(":", &rest) {
            guard let seconds = Self.number(&rest, 2), seconds <= 60 else { return nil }
            second += min(seconds, 59)  // a leap second becomes the last second of its minute
            if Self.skip(".", &rest) || Self.skip(",", &rest) {
                guard let first = rest.first, first.isASCIIDigit else { return nil }
                rest = rest.drop(while: \.isASCIIDigit)
            }
        }
        // 24:00 is the beginning of the next day.
        if hour == 24 {
            guard second == 86_400, let next = CivilDay(number: day.number + 1) else { return nil }
            (self.day, second) = (next, 0)
        }
        guard !rest.isEmpty else { return }
        if Self.skip("Z", &rest) || Self.skip("z", &rest) {
            zone = 0
        } else {
            let isWest = Self.skip("-", &rest)
            guard isWest || Self.skip("+", &rest), let hours = Self.number(&rest, 2), hours < 24 else { return nil }
            _ = Self.skip(":", &rest)
            let minutes = rest.isEmpty ? 0 : Self.number(&rest, 2)
            guard let minutes, minutes < 60 else { return nil }
            zone = (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
        }
        guard rest.isEmpty else { return nil }
    }

    private static func number(_ rest: inout Substring.UTF8View, _ width: Int) -> Int? {
        guard rest.count >= width else { return nil }
        var value = 0
        for byte in rest.prefix(width) {
            guard byte.isASCIIDigit else { return nil }
            value = value * 10 + Int(byte) - 48
        }
        rest = rest.dropFirst(width)
        return value
    }

    private static func skip(_ letter: Unicode.Scalar, _ rest: inout Substring.UTF8View) -> Bool {
        guard rest.first == UInt8(ascii: letter) else { return false }
        rest = rest.dropFirst()
        return true
    }
}
