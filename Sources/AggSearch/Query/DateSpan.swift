package import AggSource
import AggText
package import Foundation

/// A range of dates between two prefixes of canonical dates; nil is an open end.
///
/// Canonical dates sort as text, and a shorter text is a prefix of all dates in it (`2024-01` of those in a month), so
/// a span is a range of texts.
package struct DateSpan: Hashable, Sendable {
    /// The first text in the span.
    package var from: String?
    /// The first text after the span.
    package var before: String?

    /// Creates a span.
    package init(from: String?, before: String?) {
        self.from = from
        self.before = before
    }

    /// Whether a date is in the span.
    package func contains(_ date: RecordDate) -> Bool {
        (from.map { !date.text.isBefore($0) } ?? true) && (before.map { date.text.isBefore($0) } ?? true)
    }

    /// Parses `2024`, `2024-01`, `2024-01-15`, `today`, `yesterday`, `30d` (the day 30 days ago), or a comparison such
    /// as `>30d` or `2024-01..2024-06`; nil for anything else, and for a reversed range.
    init?(_ value: String, now: Date) {
        guard let comparison = Comparison(value) else {
            guard let moment = Self.moment(value, now) else { return nil }
            (from, before) = (moment, Self.end(of: moment))
            return
        }
        switch comparison {
        case .above(let text, let isIncluded):
            guard let moment = Self.moment(text, now) else { return nil }
            from = isIncluded ? moment : Self.end(of: moment)
        case .below(let text, let isIncluded):
            guard let moment = Self.moment(text, now) else { return nil }
            before = isIncluded ? Self.end(of: moment) : moment
        case .between(let first, let last):
            from = first.isEmpty ? nil : Self.moment(first, now)
            before = last.isEmpty ? nil : Self.moment(last, now).map(Self.end)
            guard (from != nil) != first.isEmpty, (before != nil) != last.isEmpty else { return nil }
            if let from, let before, !from.isBefore(before) { return nil }
        }
    }

    /// A text that sorts after all texts with this prefix, since no date contains such a character.
    private static func end(of moment: String) -> String { moment + "~" }

    /// The shared prefix of all texts in a period.
    private static func moment(_ text: String, _ now: Date) -> String? {
        switch text.lowercased() {
        case "today": return day(now)
        case "yesterday": return day(now.addingTimeInterval(-86_400))
        default: break
        }
        if let age = Age.parse(text.lowercased()) {
            let moment = now.addingTimeInterval(-(age / .seconds(1)))
            return age >= .seconds(86_400) ? day(moment) : RecordDate(instant: moment)?.text
        }
        let digits = text.utf8.allSatisfy(\.isASCIIDigit)
        if text.utf8.count == 4, digits { return text }
        if text.utf8.count == 7, RecordDate(iso8601: text + "-01") != nil { return text }
        return RecordDate(iso8601: text)?.text
    }

    private static func day(_ instant: Date) -> String? { RecordDate(instant: instant)?.day }

    /// Whether a text contains a time that counts back from now, such as `today`, `20s`, or `(date:>1h`.
    package static func countsBack(in text: String) -> Bool {
        let (earlier, later) = (Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 1_000_000_000))
        let words = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        return words.contains { moment($0, earlier) != moment($0, later) }
    }
}

extension DateSpan {
    /// The start of a date or an age: `2024`, `2024-01`, `2024-01-15`, `2024-01-15T14:00:00Z`, `today`, `yesterday`,
    /// `3d`, `5h`; nil if the text is neither.
    ///
    /// Days begin at midnight UTC, as in the answers; a time without a zone is in UTC.
    package static func instant(_ text: String, now: Date) -> Date? {
        guard let moment = moment(text, now) else { return nil }
        let whole = moment.utf8.count == 4 ? moment + "-01-01" : moment.utf8.count == 7 ? moment + "-01" : moment
        return ISODateText(whole).map { parts in
            let days = parts.day.number - CivilDay.number1970
            return Date(timeIntervalSince1970: Double(days * 86_400 + parts.second - (parts.zone ?? 0)))
        }
    }
}
