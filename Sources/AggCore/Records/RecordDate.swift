public import Foundation

/// A day, a local time without a zone, or an instant, in one canonical ISO 8601 text.
///
/// The texts are `2024-03-05` (a day), `2024-03-05T14:00:00` (a time of the source's own place, which says no zone) and
/// `2024-03-05T14:00:00Z` (an instant, always in UTC). Years are 0000…9999, so that the order of the texts is the order
/// of the dates.
public struct RecordDate: Hashable, Sendable, Comparable {
    /// The canonical text.
    public let text: String

    /// Makes a date of an instant, in whole seconds; nil outside the years 0000…9999.
    public init?(instant: Date) {
        guard instant.timeIntervalSince1970.isFinite else { return nil }
        let parts = Self.utc.dateComponents([.era, .year, .month, .day, .hour, .minute, .second], from: instant)
        guard parts.era == 1, let year = parts.year, (0...9999).contains(year) else { return nil }
        text = Self.day(parts) + "T" + Self.time(parts) + "Z"
    }

    /// Reads ISO 8601 text: a day, or a day and a time with or without fraction and zone; nil when it is none.
    ///
    /// A time of midnight without a zone is a day: that is how SODA's floating timestamps write one
    /// (dev.socrata.com, data type `floating_timestamp`). A time with a zone becomes an instant in UTC.
    public init?(iso8601 string: String) {
        guard let parsed = ISODateText(string) else { return nil }
        switch parsed.zone {
        case nil:
            let isDay = !parsed.hasTime || (parsed.hour, parsed.minute, parsed.second) == (0, 0, 0)
            self.init(canonical: isDay ? parsed.dayText : parsed.dayText + "T" + parsed.timeText)
        case .some(let offset):
            var components = DateComponents(
                year: parsed.year, month: parsed.month, day: parsed.day,
                hour: parsed.hour, minute: parsed.minute, second: parsed.second)
            components.timeZone = TimeZone(secondsFromGMT: 0)
            guard let date = Self.utc.date(from: components) else { return nil }
            self.init(instant: date.addingTimeInterval(-Double(offset)))
        }
    }

    /// Reads a text that this type wrote before; nothing is checked but its length.
    package init(canonical text: String) {
        self.text = text
    }

    /// The day the date falls on, as `2024-03-05`.
    public var day: String { String(text.prefix(10)) }

    /// Whether the date is a day without a time.
    public var isDay: Bool { text.utf8.count == 10 }

    /// Orders dates by their texts: earlier first.
    public static func < (left: RecordDate, right: RecordDate) -> Bool { left.text < right.text }

    private static let utc: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    private static func day(_ parts: DateComponents) -> String {
        "\(padded(parts.year ?? 0, 4))-\(padded(parts.month ?? 0, 2))-\(padded(parts.day ?? 0, 2))"
    }

    private static func time(_ parts: DateComponents) -> String {
        "\(padded(parts.hour ?? 0, 2)):\(padded(parts.minute ?? 0, 2)):\(padded(parts.second ?? 0, 2))"
    }

    fileprivate static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

/// The parts of an ISO 8601 text, read by hand: a formatter per record would cost more than all the rest of mapping it.
private struct ISODateText {
    var year = 0
    var month = 0
    var day = 0
    var hour = 0
    var minute = 0
    var second = 0
    var hasTime = false
    /// Seconds east of UTC; nil without a zone.
    var zone: Int?

    init?(_ string: String) {
        var rest = string.utf8[...]
        guard
            let year = Self.number(&rest, 4), Self.skip("-", &rest),
            let month = Self.number(&rest, 2), Self.skip("-", &rest),
            let day = Self.number(&rest, 2),
            (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        if rest.isEmpty { return }
        guard Self.skip("T", &rest) || Self.skip("t", &rest) || Self.skip(" ", &rest) else { return nil }
        guard let hour = Self.number(&rest, 2), Self.skip(":", &rest), let minute = Self.number(&rest, 2) else {
            return nil
        }
        hasTime = true
        (self.hour, self.minute) = (hour, minute)
        if Self.skip(":", &rest) {
            guard let second = Self.number(&rest, 2) else { return nil }
            self.second = min(second, 59)  // a leap second is the last of its minute
            guard second <= 60 else { return nil }
            if Self.skip(".", &rest) || Self.skip(",", &rest) {
                guard let first = rest.first, Self.isDigit(first) else { return nil }
                rest = rest.drop(while: Self.isDigit)
            }
        }
        guard hour < 24, minute < 60 else { return nil }
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

    var dayText: String {
        "\(RecordDate.padded(year, 4))-\(RecordDate.padded(month, 2))-\(RecordDate.padded(day, 2))"
    }
    var timeText: String {
        "\(RecordDate.padded(hour, 2)):\(RecordDate.padded(minute, 2)):\(RecordDate.padded(second, 2))"
    }

    private static func number(_ rest: inout Substring.UTF8View, _ width: Int) -> Int? {
        guard rest.count >= width else { return nil }
        var value = 0
        for byte in rest.prefix(width) {
            guard isDigit(byte) else { return nil }
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

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
