import Glibc
import Synchronization

/// The `Date` field of responses, updated once a second.
enum DateField {
    private static let last = Mutex<(second: Int, text: String)>((0, ""))
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The current time, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    static var now: String {
        let second = time(nil)
        return last.withLock { last in
            if last.second != second { last = (second, text(of: second)) }
            return last.text
        }
    }

    /// Formats a time in seconds since 1970 as HTTP does.
    static func text(of second: Int) -> String {
        var (second, parts) = (second, tm())
        gmtime_r(&second, &parts)
        let two = { (number: Int32) in number < 10 ? "0\(number)" : String(number) }
        let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(two).joined(separator: ":")
        let (day, month) = (Int(parts.tm_wday), Int(parts.tm_mon))
        return "\(days[day]), \(two(parts.tm_mday)) \(months[month]) \(parts.tm_year + 1_900) \(time) GMT"
    }
}
