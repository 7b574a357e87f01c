import AggSource

/// Reads dates as written in tables, in the order of day and month of their column.
enum DateText {
    /// Which of day and month comes first.
    enum Order: String, CaseIterable {
        /// As in 31/12/2024.
        case dayFirst = "day-first"
        /// As in 12/31/2024.
        case monthFirst = "month-first"
    }

    /// How a text can be read as a date.
    struct Reading: OptionSet {
        let rawValue: Int
        /// It is a date if the day comes first.
        static let dayFirst = Reading(rawValue: 1)
        /// It is a date if the month comes first.
        static let monthFirst = Reading(rawValue: 2)
        /// It is a date, whatever the order.
        static let any: Reading = [.dayFirst, .monthFirst]
    }

    /// The orders in which a text is a date, empty if it is not a date; and whether the order matters.
    static func reading(_ text: String) -> (orders: Reading, isOpen: Bool) {
        guard let parts = parts(text) else { return ([], false) }
        if case .iso = parts { return (.any, false) }
        var orders: Reading = []
        if date(parts, .dayFirst) != nil { orders.insert(.dayFirst) }
        if date(parts, .monthFirst) != nil { orders.insert(.monthFirst) }
        if case .open = parts { return (orders, true) }
        return (orders, false)
    }

    /// The date of a text; nil if it is not a date in this order.
    static func date(_ text: String, _ order: Order) -> RecordDate? {
        parts(text).flatMap { date($0, order) }
    }

    /// Whether bytes may be a date: a cheap test before the exact one.
    static func mayBe(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard (6...40).contains(bytes.count) else { return false }
        return bytes.contains { (48...57).contains($0) }
            && bytes.contains { $0 == 45 || $0 == 46 || $0 == 47 || $0 == 32 || $0 == 44 }
    }

    private enum Parts {
        case iso(RecordDate)
        /// Year, month, and day in a known order, and the rest of the text.
        case named(year: Int, month: Int, day: Int, time: Substring)
        /// Two numbers in an unknown order, and the year.
        case open(first: Int, second: Int, year: Int, time: Substring)
    }

    private static func date(_ parts: Parts, _ order: Order) -> RecordDate? {
        switch parts {
        case .iso(let date): return date
        case .named(let year, let month, let day, let time): return date(year, month, day, time)
        case .open(let first, let second, let year, let time):
            return order == .dayFirst ? date(year, second, first, time) : date(year, first, second, time)
        }
    }

    private static func date(_ year: Int, _ month: Int, _ day: Int, _ time: Substring) -> RecordDate? {
        guard let clock = ClockText.iso(time) else { return nil }
        return RecordDate(iso8601: "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))\(clock)")
    }

    private static func parts(_ text: String) -> Parts? {
        if let date = RecordDate(iso8601: text) { return .iso(date) }
        var rest = MonthName.withoutWeekday(text)
        var words: [Word] = []
        while words.count < 3 {
            guard let word = Word(taking: &rest) else { return nil }
            words.append(word)
            guard words.count < 3 else { break }
            let separators = rest.prefix { "-/., ".contains($0) }
            guard !separators.isEmpty, separators.count < 3 else { return nil }
            rest = rest.dropFirst(separators.count)
            if rest.hasPrefix("de ") { rest = rest.dropFirst(3) }
        }
        if let next = rest.first, next != " ", next != "T" { return nil }
        switch (words[0], words[1], words[2]) {
        case (.number(let day, 1...2), .month(let month), .number(let year, let width)):
            return fullYear(year, width).map { .named(year: $0, month: month, day: day, time: rest) }
        case (.month(let month), .number(let day, 1...2), .number(let year, let width)):
            return fullYear(year, width).map { .named(year: $0, month: month, day: day, time: rest) }
        case (.number(let year, 4), .number(let month, 1...2), .number(let day, 1...2)):
            return .named(year: year, month: month, day: day, time: rest)
        case (.number(let first, 1...2), .number(let second, 1...2), .number(let year, let width)):
            return fullYear(year, width).map { .open(first: first, second: second, year: $0, time: rest) }
        default: return nil
        }
    }

    /// Two-digit years are 1970 to 2069.
    private static func fullYear(_ year: Int, _ width: Int) -> Int? {
        switch width {
        case 4: year
        case 2: year < 70 ? year + 2000 : year + 1900
        default: nil
        }
    }

    private enum Word {
        case number(Int, Int)
        case month(Int)

        init?(taking rest: inout Substring) {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            if !digits.isEmpty {
                guard digits.count <= 4, let value = Int(digits) else { return nil }
                rest = rest.dropFirst(digits.count)
                self = .number(value, digits.count)
                return
            }
            let letters = rest.prefix(while: \.isLetter)
            guard let month = MonthName.month(letters) else { return nil }
            rest = rest.dropFirst(letters.count)
            self = .month(month)
        }
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

/// Reads the time of day after a date.
enum ClockText {
    private static let halves = ["AM", "PM"]
    /// The offsets of the zones that have names in e-mail (RFC 5322, section 4.3).
    private static let zones = [
        "GMT": "Z", "UTC": "Z", "UT": "Z", "EST": "-0500", "EDT": "-0400", "CST": "-0600", "CDT": "-0500",
        "MST": "-0700", "MDT": "-0600", "PST": "-0800", "PDT": "-0700",
    ]

    /// The time in ISO 8601 form, with its `T`; empty without a time, nil if the text is not a time.
    static func iso(_ text: Substring) -> String? {
        var words = text.drop { $0 == " " || $0 == "T" }.split(separator: " ")[...]
        guard var clock = words.popFirst() else { return "" }
        var half: String?
        if let word = words.first?.uppercased(), halves.contains(word) {
            half = word
            words.removeFirst()
        } else if halves.contains(clock.suffix(2).uppercased()) {
            half = clock.suffix(2).uppercased()
            clock = clock.dropLast(2)
        }
        guard words.count < 2 else { return nil }
        let name = words.first.map(String.init) ?? ""
        let zone = zones[name] ?? name
        let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let hour = Int(parts[0]), parts[0].count <= 2 else { return nil }
        guard let half else { return "T\(parts[0].count == 1 ? "0" : "")\(clock)\(zone)" }
        guard (1...12).contains(hour) else { return nil }
        let full = hour % 12 + (half == "PM" ? 12 : 0)
        return "T" + (full < 10 ? "0" : "") + "\(full):" + parts.dropFirst().joined(separator: ":") + zone
    }
}
