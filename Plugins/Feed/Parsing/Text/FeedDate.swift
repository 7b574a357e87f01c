import AggSource
import Foundation

/// Dates as feeds write them: RFC 822 and its imitations, W3CDTF, RFC 3339, and seconds since 1970.
enum FeedDate {
    /// Reads a date; nil if malformed.
    ///
    /// A time with a missing or unknown zone stays a local time. Two-digit years are 1950 to 2049 (RFC 2822,
    /// section 4.3).
    static func parse(_ text: String?) -> RecordDate? {
        guard let text = text?.trimmed, text.utf8.count <= 100 else { return nil }
        if let date = RecordDate(iso8601: text) { return date }
        return seconds(text) ?? words(text)
    }

    /// Ten or thirteen digits are seconds or milliseconds since 1970.
    private static func seconds(_ text: String) -> RecordDate? {
        guard let number = Int64(text), number > 0 else { return nil }
        switch text.utf8.count {
        case 10: return RecordDate(instant: Date(timeIntervalSince1970: Double(number)))
        case 13: return RecordDate(instant: Date(timeIntervalSince1970: Double(number / 1_000)))
        case 8: return RecordDate(iso8601: "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))")
        case 4: return RecordDate(iso8601: "\(text)-01-01")
        default: return nil
        }
    }

    private static func words(_ text: String) -> RecordDate? {
        var parts = FeedDateParts()
        for word in text.split(whereSeparator: { $0 == " " || $0 == "," || $0 == "\t" || $0 == "\n" || $0 == "\r" }) {
            guard !word.hasPrefix("(") else { break }
            parts.take(word)
        }
        return parts.date
    }
}

/// The parts of a date, gathered word by word; anything but a number, month, time, or zone (such as the day of the week)
/// is ignored.
struct FeedDateParts {
    private var year: Int?
    private var month: Int?
    private var isMonthFirst = false
    private var day: Int?
    private var time: String?
    private var isAfternoon: Bool?
    /// The zone in ISO 8601 form.
    private var zone: String?

    /// Takes the next word of the text.
    mutating func take(_ word: Substring) {
        let first = word.utf8.first ?? 0
        if word.contains(":") {
            takeTime(word)
        } else if first == UInt8(ascii: "+") || first == UInt8(ascii: "-") {
            zone = zone.flatMap { $0 == "Z" ? nil : $0 } ?? FeedZone.offset(word)
        } else if first.isASCIIDigit {
            takeNumber(word)
        } else if let named = FeedMonth.number(of: word) {
            // In some languages, a leading day of the week looks like a month: "mar, 4 apr 2006".
            if month == nil || isMonthFirst {
                isMonthFirst = month == nil && day == nil
                month = named
            }
        } else if let zone = FeedZone.named(word) {
            self.zone = self.zone ?? zone
        } else if ["am", "pm", "a.m.", "p.m."].contains(word.lowercased()) {
            isAfternoon = word.lowercased().hasPrefix("p")
        } else if word.contains("-"), let day = Int(word.prefix { $0.isNumber }) {
            self.day = day
        }
    }

    /// The date; nil if the year, month, or day is missing, or no such day exists.
    var date: RecordDate? {
        guard let year, let month, let day else { return nil }
        let text = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
        guard let time else { return RecordDate(iso8601: text) }
        let clock = clock(time)
        // The end of a day is the start of the next one.
        let isEnd = clock.hasPrefix("24")
        guard let start = isEnd ? ISODateText(text).flatMap({ CivilDay(number: $0.day.number + 1)?.text }) : text else {
            return RecordDate(iso8601: text)
        }
        return RecordDate(iso8601: "\(start)T\(isEnd ? "00:00:00" : clock)\(zone ?? "")") ?? RecordDate(iso8601: text)
    }

    private mutating func takeNumber(_ word: Substring) {
        let separators: Set<Character> = ["-", "/", "."]
        let parts = word.split(whereSeparator: separators.contains)
        if parts.count >= 3 {
            takeDay(parts, isGerman: word.contains("."))
        } else if parts.count == 2, parts[0].utf8.count == 4, month == nil {
            (year, month, day) = (Int(parts[0]), Int(parts[1]), 1)
        } else if let number = Int(word.prefix(while: \.isASCIIDigit)) {
            let digits = word.prefix(while: \.isASCIIDigit).utf8.count
            if digits <= 2, day == nil {
                day = number
            } else if year == nil {
                year = Self.year(number, digits: digits)
            }
        }
    }

    /// Three parts in one word: 2004-6-30 or 2004/06/30, 30-Jun-2004, 30.06.2004, and 06/30/2004.
    private mutating func takeDay(_ parts: [Substring], isGerman: Bool) {
        let last = parts[2].prefix(while: \.isASCIIDigit)
        if parts[0].utf8.count == 4 {
            (year, month, day) = (Int(parts[0]), Int(parts[1]), Int(last))
        } else if let named = FeedMonth.number(of: parts[1]) {
            (year, month, day) = (Self.year(Int(last), digits: last.utf8.count), named, Int(parts[0]))
        } else if let one = Int(parts[0]), let two = Int(parts[1]) {
            (day, month) = isGerman || one > 12 ? (one, two) : (two, one)
            year = Self.year(Int(last), digits: last.utf8.count)
        }
    }

    /// A time with anything attached to it: `10:14:00Z`, `10:14PM`, `2004-06-30T10:14:00+0100`, `GMT+01:00`.
    private mutating func takeTime(_ word: Substring) {
        var word = word
        if let letter = word.firstIndex(where: { $0 == "T" || $0 == "t" }), word[..<letter].contains("-") {
            takeNumber(word[..<letter])
            word = word[word.index(after: letter)...]
        } else if let sign = word.firstIndex(where: { $0 == "+" || $0 == "-" }), !word[..<sign].contains(":") {
            zone = FeedZone.offset(word[sign...])
            return
        }
        let clock = word.prefix { $0.isASCIIDigit || $0 == ":" || $0 == "." }
        guard time == nil, !clock.isEmpty else { return }
        time = String(clock)
        let rest = word.dropFirst(clock.count)
        if !rest.isEmpty { take(rest) }
    }

    /// The time in ISO 8601 form: two digits each, with seconds, on a 24-hour clock.
    private func clock(_ time: String) -> String {
        let whole = time.split(separator: ".").first ?? ""
        var parts = whole.split(separator: ":").prefix(3).map { Int($0) ?? 0 }
        while parts.count < 3 { parts.append(0) }
        if let isAfternoon, parts[0] <= 12 { parts[0] = parts[0] % 12 + (isAfternoon ? 12 : 0) }
        return parts.map { padded($0, 2) }.joined(separator: ":")
    }

    private static func year(_ number: Int?, digits: Int) -> Int? {
        guard let number else { return nil }
        return switch digits {
        case 1, 2: number < 50 ? 2_000 + number : 1_900 + number
        case 3: 1_900 + number
        case 4: number
        default: nil
        }
    }

    private func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

/// Time zones as feeds name them, in ISO 8601 form.
enum FeedZone {
    /// The time zone with a name such as `GMT`, `EST`, or `GMT+0100`; nil if unknown.
    ///
    /// The American names are those of RFC 822, section 5; the others occur in real feeds.
    static func named(_ word: Substring) -> String? {
        let word = word.uppercased()
        for prefix in ["GMT", "UTC"] where word.hasPrefix(prefix) && word.count > 3 {
            return offset(word.dropFirst(3))
        }
        return names[word]
    }

    /// The time zone with an offset such as `+0100`, `-05:00`, `+1`, or `+530`; nil if malformed.
    static func offset(_ word: Substring) -> String? {
        guard let sign = word.first, sign == "+" || sign == "-" else { return nil }
        let digits = word.dropFirst().filter { $0 != ":" }
        guard (1...4).contains(digits.count), let number = Int(digits) else { return nil }
        let (hours, minutes) = digits.count <= 2 ? (number, 0) : (number / 100, number % 100)
        guard hours < 24, minutes < 60 else { return nil }
        return "\(sign)\(hours < 10 ? "0" : "")\(hours):\(minutes < 10 ? "0" : "")\(minutes)"
    }

    private static let names: [String: String] = [
        "Z": "Z", "UT": "Z", "UTC": "Z", "GMT": "Z", "WET": "Z",
        "EST": "-05:00", "EDT": "-04:00", "CST": "-06:00", "CDT": "-05:00", "MST": "-07:00", "MDT": "-06:00",
        "PST": "-08:00", "PDT": "-07:00", "AKST": "-09:00", "AKDT": "-08:00", "HST": "-10:00",
        "BST": "+01:00", "WEST": "+01:00", "CET": "+01:00", "MET": "+01:00", "CEST": "+02:00", "MEST": "+02:00",
        "EET": "+02:00", "EEST": "+03:00", "MSK": "+03:00", "IST": "+05:30", "JST": "+09:00", "KST": "+09:00",
        "AEST": "+10:00", "AEDT": "+11:00", "NZST": "+12:00", "NZDT": "+13:00",
    ]
}

/// Names of months in languages that feeds use even though the standards require English.
enum FeedMonth {
    /// The number of a month, 1 to 12, by the start of its name in English, German, French, Spanish, Italian,
    /// Portuguese, or Dutch; nil if no month matches.
    static func number(of word: Substring) -> Int? {
        var name = word.lowercased()
        if !name.utf8.allSatisfy({ $0 < 128 }) {
            name = name.folding(options: .diacriticInsensitive, locale: Locale(identifier: "en_US_POSIX"))
        }
        guard name.utf8.count >= 3 else { return nil }
        return beginnings[String(name.prefix(4))] ?? beginnings[String(name.prefix(3))]
    }

    private static let beginnings: [String: Int] = {
        let lists = [
            "jan ene gen", "feb fev", "mar mrt maer", "apr abr avr", "may mai mag maj mei", "jun giu juin",
            "jul lug juil", "aug ago aou", "sep set", "oct okt ott out", "nov", "dec dez dic",
        ]
        var table: [String: Int] = [:]
        for (index, names) in lists.enumerated() {
            for name in names.split(separator: " ") { table[String(name)] = index + 1 }
        }
        return table
    }()
}
