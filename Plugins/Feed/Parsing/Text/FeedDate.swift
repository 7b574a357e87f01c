import AggSource
import Foundation

/// Dates as feeds write them: RFC 822 and what is taken for it, W3CDTF, RFC 3339, and seconds since 1970.
enum FeedDate {
    /// Reads a date; nil where the text is none.
    ///
    /// A time whose zone is missing or unknown stays a local time. Years of two digits are 1950 to 2049 (RFC 2822,
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
