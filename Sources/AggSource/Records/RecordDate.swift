public import Foundation

/// A day, a local time without a zone, or an instant, in one canonical ISO 8601 text.
///
/// The texts are `2024-03-05` (a day), `2024-03-05T14:00:00` (a time of the source's own place, which says no zone) and
/// `2024-03-05T14:00:00Z` (an instant, always in UTC). Years are 0000…9999 of the Gregorian calendar, also before there
/// was one (as ISO 8601 has it), so that the order of the texts is the order of the dates.
public struct RecordDate: Hashable, Sendable, Comparable {
    /// The canonical text.
    public let text: String

    /// Makes a date of an instant, in whole seconds; nil outside the years 0000…9999.
    public init?(instant: Date) {
        guard let text = Self.text(secondsSince1970: instant.timeIntervalSince1970.rounded(.down)) else { return nil }
        self.text = text
    }

    /// Reads ISO 8601 text: a day, or a day and a time with or without fraction and zone; nil when it is none.
    ///
    /// A time of midnight without a zone is a day: that is how SODA's floating timestamps write one
    /// (dev.socrata.com, data type `floating_timestamp`). A time with a zone becomes an instant in UTC.
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

    /// Reads a text that this type wrote before; nothing is checked.
    package init(canonical text: String) {
        self.text = text
    }

    /// The day the date falls on, as `2024-03-05`.
    public var day: String { String(text.prefix(10)) }

    /// Whether the date is a day without a time.
    public var isDay: Bool { text.utf8.count == 10 }

    /// Orders dates by their texts: earlier first.
    public static func < (left: RecordDate, right: RecordDate) -> Bool { left.text < right.text }

    private static func text(secondsSince1970 seconds: Double) -> String? {
        guard abs(seconds) < 1e12 else { return nil }
        let (day, second) = (Int(clamping: seconds) + CivilDay.number1970 * 86_400).quotientAndRemainder(
            dividingBy: 86_400)
        guard second >= 0 else { return nil }
        return CivilDay(number: day).map { $0.text + "T" + time(second) + "Z" }
    }

    /// Writes a second of the day as a time.
    private static func time(_ second: Int) -> String {
        let (hour, minute) = (second / 3_600, second / 60 % 60)
        return "\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second % 60, 2))"
    }

    static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
