package import Foundation

/// Durations in human-readable form.
package enum Age {
    /// Formats a duration in its largest fitting unit: `12 s`, `5 min`, `26 h`, `3 d`.
    package static func text(_ span: Duration) -> String {
        let seconds = max(0, Int(span.components.seconds))
        return switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3_600: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3_600) h"
        default: "\(seconds / 86_400) d"
        }
    }

    /// Formats the time remaining, rounded to its unit: with 23 h 59 min left, `24 h`.
    package static func remaining(_ span: Duration) -> String {
        let seconds = max(0, Int(span.components.seconds))
        let unit =
            switch seconds {
            case ..<60: 1
            case ..<3_570: 60
            case ..<171_000: 3_600
            default: 86_400
            }
        return text(.seconds((seconds + unit / 2) / unit * unit))
    }

    /// The time since an instant; never negative, so that setting the clock back doesn't make data look newer.
    package static func since(_ instant: Date, now: Date) -> Duration {
        .seconds(clamping: max(0, now.timeIntervalSince(instant)))
    }

    /// Parses a duration from the configuration: a whole number and `ms`, `s`, `m`, `h`, `d`, or `w`; nil if malformed.
    package static func parse(_ text: String) -> Duration? {
        let digits = text.prefix(while: \.isASCIIDigit)
        guard let count = Int64(digits), count <= 1_000_000_000 else { return nil }
        return switch text.dropFirst(digits.count) {
        case "ms": .milliseconds(count)
        case "s": .seconds(count)
        case "m", "min": .seconds(count * 60)
        case "h": .seconds(count * 3_600)
        case "d": .seconds(count * 86_400)
        case "w": .seconds(count * 604_800)
        default: nil
        }
    }
}

extension Duration {
    /// The duration in seconds.
    package var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
