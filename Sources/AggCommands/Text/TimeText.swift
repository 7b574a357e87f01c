package import AggSource
package import Foundation

/// Times in human-readable form.
///
/// Programs get ISO 8601 and milliseconds instead.
package enum TimeText {
    /// Formats an elapsed time: `0.41 ms`, `27 ms`, `1.2 s`, `44 s`, `3 min 20 s`.
    package static func elapsed(_ span: Duration) -> String {
        let seconds = max(0, span.seconds)
        switch seconds {
        case ..<0.009_995: return "\(decimal(seconds * 1_000, places: 2)) ms"
        case ..<0.999_5: return "\(Int(clamping: (seconds * 1_000).rounded())) ms"
        case ..<9.95: return "\(decimal(seconds, places: 1)) s"
        case ..<119.5: return "\(Int(clamping: seconds.rounded())) s"
        default:
            // Far below the limit of Int, since these are the seconds of a Duration.
            let (minutes, rest) = Int(clamping: span.components.seconds).quotientAndRemainder(dividingBy: 60)
            return "\(minutes) min \(rest) s"
        }
    }

    /// Formats the date of a record: a day, or a day and a time to the minute, in the record's own zone.
    package static func date(_ date: RecordDate) -> String {
        date.isDay ? date.text : String(date.text.prefix(16)).replacing("T", with: " ")
    }

    /// Formats an instant in the user's zone, to the minute, `2026-11-20 10:05`, or to the second, `2026-11-20 10:05:12`.
    package static func instant(_ instant: Date, in zone: TimeZone, showsSeconds: Bool = false) -> String {
        let local = instant.addingTimeInterval(TimeInterval(zone.secondsFromGMT(for: instant)))
        guard let date = RecordDate(instant: local) else { return "—" }
        return showsSeconds ? String(date.text.prefix(19)).replacing("T", with: " ") : self.date(date)
    }

    /// Formats an instant within the last 12 hours as a time of day, `10:05`, and an earlier one with its date.
    package static func recent(_ instant: Date, age: Duration, in zone: TimeZone) -> String {
        let text = self.instant(instant, in: zone)
        return age < .seconds(12 * 3_600) ? String(text.suffix(5)) : text
    }

    private static func decimal(_ number: Double, places: Int) -> String {
        let scale = places == 1 ? 10 : 100
        let scaled = Int(clamping: (number * Double(scale)).rounded())
        let fraction = String(scaled % scale)
        return "\(scaled / scale).\(String(repeating: "0", count: places - fraction.count))\(fraction)"
    }
}
