/// The intervals in which dates are counted, as text, and the interval that follows each.
package enum DateBins {
    /// The ISO week of a day, such as `2024-W11` for `2024-03-15`; nil if the text is not a day.
    static func week(of day: String) -> String? {
        guard let number = number(ofDay: day) else { return nil }
        return week(ofNumber: number)
    }

    /// The interval after a day, a week, a month, or a year; nil if the text is none of these.
    package static func following(_ text: String) -> String? {
        switch text.utf8.count {
        case 10: return number(ofDay: text).map { day(ofNumber: $0 + 1) }
        case 8:
            let parts = text.split(separator: "-W").compactMap { Int($0) }
            guard parts.count == 2, let fourth = number(ofDay: "\(padded(parts[0], 4))-01-04") else { return nil }
            // January 4 is always in the first week.
            return week(ofNumber: fourth + parts[1] * 7)
        case 7:
            let parts = text.split(separator: "-").compactMap { Int($0) }
            guard parts.count == 2 else { return nil }
            return parts[1] == 12
                ? "\(padded(parts[0] + 1, 4))-01" : "\(padded(parts[0], 4))-\(padded(parts[1] + 1, 2))"
        case 4: return Int(text).map { padded($0 + 1, 4) }
        default: return nil
        }
    }

    /// The week of a day; a week belongs to the year of its Thursday.
    private static func week(ofNumber number: Int) -> String? {
        let weekday = ((number + 3) % 7 + 7) % 7
        let thursday = number - weekday + 3
        let year = String(day(ofNumber: thursday).prefix(4))
        guard let first = self.number(ofDay: year + "-01-01") else { return nil }
        return "\(year)-W\(padded((thursday - first) / 7 + 1, 2))"
    }

    /// The number of a day in the Gregorian calendar, counting from 1970-01-01 as 0; nil if the text is not a day.
    ///
    /// Years start in March, so a leap day is the last day of its year.
    private static func number(ofDay text: String) -> Int? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, let year = Int(parts[0]), let month = Int(parts[1]),
            let day = Int(parts[2]), (0...9_999).contains(year), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        let marchYear = month > 2 ? year : year - 1
        let marchMonth = (month + 9) % 12
        // An offset of one 400-year cycle keeps the year before 0 positive.
        let shifted = marchYear + 400
        let days = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + (marchMonth * 153 + 2) / 5 + day - 1
        return days - 865_565
    }

    private static func day(ofNumber number: Int) -> String {
        // The day is in year 0 or later, so its distance from March of year -400 is positive.
        let days = number + 865_565
        let cycle = days / 146_097
        let rest = days % 146_097
        let yearOfCycle = (rest - rest / 1_460 + rest / 36_524 - rest / 146_096) / 365
        let dayOfYear = rest - (yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100)
        let marchMonth = (dayOfYear * 5 + 2) / 153
        let day = dayOfYear - (marchMonth * 153 + 2) / 5 + 1
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = cycle * 400 + yearOfCycle - 400 + (month <= 2 ? 1 : 0)
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
