import AggSource

/// Reads dates as written in tables, in the order of day and month of their column.
enum DateText {
    /// Which part of a date comes first.
    enum Order: String, CaseIterable {
        /// As in 31/12/2024.
        case dayFirst = "day-first"
        /// As in 12/31/2024.
        case monthFirst = "month-first"
        /// As in 24-12-31.
        case yearFirst = "year-first"

        /// The order in words, such as “day first”.
        var words: String { rawValue.replacing("-", with: " ") }
        /// The reading of dates in this order.
        var reading: Reading { self == .dayFirst ? .dayFirst : self == .monthFirst ? .monthFirst : .yearFirst }
    }

    /// How a text can be read as a date.
    struct Reading: OptionSet {
        let rawValue: Int
        /// It is a date if the day comes first.
        static let dayFirst = Reading(rawValue: 1)
        /// It is a date if the month comes first.
        static let monthFirst = Reading(rawValue: 2)
        /// It is a date if the year comes first, in two digits.
        static let yearFirst = Reading(rawValue: 4)
        /// It is a date, whatever the order.
        static let any: Reading = [.dayFirst, .monthFirst, .yearFirst]
    }

    /// The orders in which a text is a date, empty if it is not a date; and its first and last number if the order matters.
    static func reading(_ text: String) -> (orders: Reading, ends: (first: Int, last: Int)?) {
        guard let parts = parts(text) else { return ([], nil) }
        if case .iso = parts { return (.any, nil) }
        let orders = Order.allCases.filter { date(parts, $0) != nil }.map(\.reading)
        guard case .open(let open) = parts else { return (orders.isEmpty ? [] : .any, nil) }
        return (Reading(orders), (open.first, open.last))
    }

    /// The date of a text; nil if it is not a date in this order.
    static func date(_ text: String, _ order: Order) -> RecordDate? {
        parts(text).flatMap { date($0, order) }
    }

    /// The date of a text in an order, or else in another one; all orders in which it is a date; and whether all of them
    /// have the same date.
    static func date(
        _ text: String, preferring order: Order
    ) -> (date: RecordDate, orders: Reading, isClear: Bool)? {
        guard let parts = parts(text) else { return nil }
        guard case .open = parts else { return date(parts, order).map { ($0, .any, true) } }
        let dates = Order.allCases.compactMap { order in date(parts, order).map { (order: order, date: $0) } }
        guard let best = dates.first(where: { $0.order == order }) ?? dates.first else { return nil }
        return (best.date, Reading(dates.map(\.order.reading)), dates.allSatisfy { $0.date == best.date })
    }

    /// Whether bytes may be a date: a cheap test before the exact one.
    static func mayBe(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard (6...80).contains(bytes.count) else { return false }
        if isJoined(bytes) { return true }
        return bytes.contains { (48...57).contains($0) }
            && bytes.contains { byte in
                // The last byte of a no-break space, and that of a narrow one, are A0 and AF.
                byte == 45 || byte == 46 || byte == 47 || byte == 32 || byte == 44 || byte == 84 || byte == 0xE5
                    || byte == 0xA0 || byte == 0xAF
            }
    }

    /// Whether the first letters follow one or two digits, as in 01JAN2024.
    private static func isJoined(_ bytes: ArraySlice<UInt8>) -> Bool {
        let digits = bytes.prefix { $0.isASCIIDigit }.count
        return (1...2).contains(digits) && bytes.dropFirst(digits).prefix(3).allSatisfy(\.isASCIILetter)
            && bytes.dropFirst(digits + 3).first?.isASCIIDigit == true
    }

    private enum Parts {
        case iso(RecordDate)
        /// Year, month, and day in a known order, and the rest of the text.
        case named(year: Int, month: Int, day: Int, time: Substring)
        /// Three numbers in an unknown order.
        case open(Open)
    }

    /// Three numbers, and the rest of the text.
    private struct Open {
        let first: Int
        let second: Int
        let last: Int
        /// The year if it is the last number.
        let year: Int
        /// Whether the first number may be a year.
        let mayStartWithYear: Bool
        let time: Substring
    }

    private static func date(_ parts: Parts, _ order: Order) -> RecordDate? {
        switch parts {
        case .iso(let date): return date
        case .named(let year, let month, let day, let time): return date(year, month, day, time)
        case .open(let open):
            switch order {
            case .dayFirst: return date(open.year, open.second, open.first, open.time)
            case .monthFirst: return date(open.year, open.first, open.second, open.time)
            case .yearFirst:
                guard open.mayStartWithYear else { return nil }
                return fullYear(open.first, 2).flatMap { date($0, open.second, open.last, open.time) }
            }
        }
    }

    private static func date(_ year: Int, _ month: Int, _ day: Int, _ time: Substring) -> RecordDate? {
        guard let clock = ClockText.iso(time) else { return nil }
        return RecordDate(iso8601: "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))\(clock)")
    }

    private static func parts(_ text: String) -> Parts? {
        if let date = RecordDate(iso8601: text) ?? basic(text) { return .iso(date) }
        var text = text
        if !text.utf8.allSatisfy({ $0 < 0x80 }) {
            text = text.replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ")
        }
        // As servers write it in their logs: [10/Oct/2023:13:55:36 -0700].
        if text.utf8.first == UInt8(ascii: "["), text.utf8.last == UInt8(ascii: "]"), text.contains("/"),
            text.contains(":")
        {
            text = String(text.dropFirst().dropLast())
        }
        // As in 2024年3月5日.
        if text.contains("年") {
            text = text.replacing("年", with: "-").replacing("月", with: "-").replacing("日", with: "")
        }
        var rest = MonthName.withoutWeekday(text)
        if let parts = unixDate(rest) { return parts }
        var words: [Word] = []
        var (hasDots, isSpaced) = (true, false)
        while words.count < 3 {
            guard let word = Word(taking: &rest) else { return nil }
            words.append(word)
            guard words.count < 3 else { break }
            let separators = rest.prefix { "-/., ".contains($0) }
            // As SAS writes it: 01JAN2024.
            let isJoined = separators.isEmpty && rest.first?.isLetter == (words.count == 1)
            guard isJoined || !separators.isEmpty, separators.count < 3 else { return nil }
            hasDots = hasDots && separators.first == "."
            isSpaced = separators.last == " "
            rest = rest.dropFirst(separators.count)
            if rest.hasPrefix("de ") { rest = rest.dropFirst(3) }
        }
        // As in Croatian, 5.3.2024., and Hungarian, 2024. 03. 05.
        if hasDots, rest.first == ".", words.contains(where: \.isYear) { rest = rest.dropFirst() }
        if rest.hasPrefix(", ") { rest = rest.dropFirst() }
        // As in 10/Oct/2023:13:55:36; but in Mar 1 10:00:01, the last number is the hour.
        if rest.first == ":", !isSpaced || words.contains(where: \.isYear) { rest = " " + rest.dropFirst() }
        if let next = rest.first, next != " ", next != "T" { return nil }
        switch (words[0], words[1], words[2]) {
        case (.number(let day, 1...2), .month(let month), .number(let year, let width)):
            return fullYear(year, width).map { .named(year: $0, month: month, day: day, time: rest) }
        case (.month(let month), .number(let day, 1...2), .number(let year, let width)):
            return fullYear(year, width).map { .named(year: $0, month: month, day: day, time: rest) }
        case (.number(let year, 4), .number(let month, 1...2), .number(let day, 1...2)):
            return .named(year: year, month: month, day: day, time: rest)
        // Nobody writes the month first with dots.
        case (.number(let day, 1...2), .number(let month, 1...2), .number(let year, let width)) where hasDots:
            return fullYear(year, width).map { .named(year: $0, month: month, day: day, time: rest) }
        case (.number(let first, let digits), .number(let second, 1...2), .number(let last, let width)) where digits < 3:
            return fullYear(last, width).map { year in
                .open(
                    Open(
                        first: first, second: second, last: last, year: year,
                        mayStartWithYear: digits == 2 && width == 2, time: rest))
            }
        default: return nil
        }
    }

    /// The date of a text as Unix and Twitter write it, with the year after the time: Mar 1 10:00:00 +0000 2024.
    private static func unixDate(_ text: Substring) -> Parts? {
        guard text.last?.isASCIIDigit == true, text.first?.isLetter == true else { return nil }
        let words = text.split(separator: " ")
        guard (4...5).contains(words.count), words[2].contains(":"), let month = MonthName.month(words[0]),
            let day = Int(words[1]), words[1].count <= 2, words[words.count - 1].count == 4,
            let year = Int(words[words.count - 1])
        else { return nil }
        let time = words[2..<(words.count - 1)].joined(separator: " ")
        return .named(year: year, month: month, day: day, time: time[...])
    }

    /// The date of a text in the basic format of ISO 8601, such as 20240305T101500Z.
    private static func basic(_ text: String) -> RecordDate? {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 8, parts[1].utf8.count >= 4, !parts[1].contains(":") else {
            return nil
        }
        let (day, clock) = (parts[0], parts[1].prefix { $0.isASCII && $0.isNumber })
        guard clock.utf8.count == 4 || clock.utf8.count == 6 else { return nil }
        let seconds = clock.utf8.count == 6 ? ":\(clock.suffix(2))" : ""
        return RecordDate(
            iso8601: "\(day.prefix(4))-\(day.dropFirst(4).prefix(2))-\(day.suffix(2))T\(clock.prefix(2)):"
                + "\(clock.dropFirst(2).prefix(2))\(seconds)\(parts[1].dropFirst(clock.count))")
    }

    private static func fullYear(_ year: Int, _ width: Int) -> Int? {
        switch width {
        case 4: year
        case 2: fullYear(year)
        default: nil
        }
    }

    /// A year of two digits is one from 1970 to 2069.
    static func fullYear(_ year: Int) -> Int { year < 70 ? year + 2000 : year + 1900 }

    /// The ends of ordinal numbers.
    private static let ordinals: Set<String> = ["er", "st", "nd", "rd", "th"]

    private enum Word {
        case number(Int, Int)
        case month(Int)

        /// Whether it is a year in four digits.
        var isYear: Bool { if case .number(_, 4) = self { true } else { false } }

        init?(taking rest: inout Substring) {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            if !digits.isEmpty {
                guard digits.count <= 4, let value = Int(digits) else { return nil }
                rest = rest.dropFirst(digits.count)
                // As in 1er janvier or March 3rd.
                let letters = rest.prefix(while: \.isLetter)
                if DateText.ordinals.contains(String(letters)) { rest = rest.dropFirst(letters.count) }
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
