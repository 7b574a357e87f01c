/// A day of the Gregorian calendar in the years 0000…9999, carried back before its introduction.
///
/// Done by hand, since Foundation's calendar is the Julian one before October 1582 and costs more than all the rest of
/// mapping a record.
package struct CivilDay: Hashable, Sendable {
    let year: Int
    let month: Int
    let day: Int

    /// The number of 1970-01-01.
    package static let number1970 = 719_528
    /// The days of a common year before each month.
    private static let daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365]

    /// Makes a day; nil when there is no such day.
    init?(year: Int, month: Int, day: Int) {
        guard (0...9_999).contains(year), (1...12).contains(month) else { return nil }
        let days = Self.days(before: month + 1, of: year) - Self.days(before: month, of: year)
        guard (1...days).contains(day) else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Makes the day of a number; nil outside the years.
    init?(number: Int) {
        guard (0..<Self.days(before: 10_000)).contains(number) else { return nil }
        var year = number * 400 / 146_097
        while Self.days(before: year) > number { year -= 1 }
        while Self.days(before: year + 1) <= number { year += 1 }
        let dayOfYear = number - Self.days(before: year)
        var month = 1
        while Self.days(before: month + 1, of: year) <= dayOfYear { month += 1 }
        self.init(year: year, month: month, day: dayOfYear - Self.days(before: month, of: year) + 1)
    }

    /// The days since 0000-01-01.
    package var number: Int { Self.days(before: year) + Self.days(before: month, of: year) + day - 1 }

    /// The day as ISO 8601 writes it.
    var text: String {
        "\(RecordDate.padded(year, 4))-\(RecordDate.padded(month, 2))-\(RecordDate.padded(day, 2))"
    }

    /// The days from year 0 to the first of a year: every fourth has one more, of the hundredths only every fourth.
    private static func days(before year: Int) -> Int {
        year * 365 + (year + 3) / 4 - (year + 99) / 100 + (year + 399) / 400
    }

    private static func days(before month: Int, of year: Int) -> Int {
        daysBefore[month - 1] + (month > 2 && days(before: year + 1) - days(before: year) == 366 ? 1 : 0)
    }
}
