import AggSource
import Foundation

/// How long to wait before a request is sent again.
struct RetrySchedule: Sendable {
    let policy: RetryPolicy
    let maxWait: Duration

    /// The wait after an attempt (the first is 1), or nil where the request is not sent again.
    ///
    /// What the server asks for is waited for to the full or, beyond `maxWait`, not at all. Without it the wait is
    /// anything from nothing to `firstDelay`, doubled with each attempt: `random` (0 to 1) spreads clients that failed
    /// together.
    func wait(after attempt: Int, retryAfter: Date?, now: Date, random: Double) -> Duration? {
        guard attempt < policy.attempts else { return nil }
        if let retryAfter {
            let wait = Duration.seconds(clamping: max(0, retryAfter.timeIntervalSince(now)))
            return wait <= maxWait ? wait : nil
        }
        return min(policy.firstDelay * (1 << min(attempt - 1, 20)) * random, maxWait)
    }
}
