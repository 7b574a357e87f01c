import AggSource

/// The intervals in which dates are counted, as text, and the interval that follows each.
package enum DateBins {
    /// The ISO week of a day, such as `2024-W11` for `2024-03-15`; nil if the text is not a day.
    static func week(of day: String) -> String? {
        ISODateText(day).flatMap { week(ofDay: $0.day.number) }
    }

    /// The interval after a day, a week, a month, or a year; nil if the text is none of these.
    package static func following(_ text: String) -> String? {
        switch text.utf8.count {
        case 10: return ISODateText(text).flatMap { CivilDay(number: $0.day.number + 1)?.text }
        case 8:
            let parts = text.split(separator: "-W").compactMap { Int($0) }
            // January 4 is always in the first week.
            guard parts.count == 2, let fourth = CivilDay(year: parts[0], month: 1, day: 4) else { return nil }
            return week(ofDay: fourth.number + parts[1] * 7)
        case 7:
            let parts = text.split(separator: "-").compactMap { Int($0) }
            guard parts.count == 2 else { return nil }
            let (year, month) = parts[1] == 12 ? (parts[0] + 1, 1) : (parts[0], parts[1] + 1)
            return "\(RecordDate.padded(year, 4))-\(RecordDate.padded(month, 2))"
        case 4: return Int(text).map { RecordDate.padded($0 + 1, 4) }
        default: return nil
        }
    }

    /// The week of a numbered day; a week belongs to the year of its Thursday.
    private static func week(ofDay number: Int) -> String? {
        // 0000-01-01 was a Saturday.
        let weekday = (number + 5) % 7
        guard let thursday = CivilDay(number: number - weekday + 3),
            let first = CivilDay(year: thursday.year, month: 1, day: 1)
        else { return nil }
        let week = (thursday.number - first.number) / 7 + 1
        return "\(RecordDate.padded(thursday.year, 4))-W\(RecordDate.padded(week, 2))"
    }
}
