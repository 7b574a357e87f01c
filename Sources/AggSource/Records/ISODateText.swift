/// The parts of an ISO 8601 text, read by hand: a formatter per record would cost more than all the rest of mapping it.
package struct ISODateText: Sendable {
    /// The day.
    package let day: CivilDay
    /// The second of the day; 0 where there is no time.
    package private(set) var second = 0
    /// Seconds east of UTC; nil without a zone.
    package private(set) var zone: Int?

    /// Reads a text; nil if it is malformed.
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
        guard hour < 24, minute < 60 else { return nil }
        second = hour * 3_600 + minute * 60
        if Self.skip(":", &rest) {
            guard let seconds = Self.number(&rest, 2), seconds <= 60 else { return nil }
            second += min(seconds, 59)  // a leap second is the last of its minute
            if Self.skip(".", &rest) || Self.skip(",", &rest) {
                guard let first = rest.first, Self.isDigit(first) else { return nil }
                rest = rest.drop(while: Self.isDigit)
            }
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
}
