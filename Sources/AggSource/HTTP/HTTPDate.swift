public import Foundation

/// Dates as HTTP writes them (RFC 9110, section 5.6.7).
public enum HTTPDate {
    /// Reads an IMF-fixdate such as `Sun, 06 Nov 1994 08:49:37 GMT`, or one of the two obsolete forms; nil when it is none.
    public static func parse(_ text: String) -> Date? {
        let forms = ["EEE, dd MMM yyyy HH:mm:ss zzz", "EEEE, dd-MMM-yy HH:mm:ss zzz", "EEE MMM d HH:mm:ss yyyy"]
        return forms.lazy.compactMap { formatter($0).date(from: text) }.first
    }

    /// Writes an IMF-fixdate.
    public static func text(_ date: Date) -> String {
        formatter("EEE, dd MMM yyyy HH:mm:ss 'GMT'").string(from: date)
    }

    private static func formatter(_ format: String) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = format
        return formatter
    }
}
