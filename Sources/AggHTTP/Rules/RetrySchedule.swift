import AggSource
import Foundation

/// How long to wait before a request is sent again.
struct RetrySchedule: Sendable {
    let policy: RetryPolicy
    let maxWait: Duration

    /// The wait after an attempt (the first is 1), or nil if the request is not sent again.
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

/// Chance and sleep, so that tests can take the place of both.
package struct Pacing: Sendable {
    /// A number from 0 to 1, another one each time.
    package var random: @Sendable () -> Double
    /// Sleeps; throws when the task is cancelled.
    package var sleep: @Sendable (Duration) async throws -> Void

    /// Makes a pacing of functions.
    package init(
        random: @escaping @Sendable () -> Double, sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.random = random
        self.sleep = sleep
    }

    /// True chance and true sleep.
    package static let system = Pacing(random: { .random(in: 0...1) }, sleep: { try await Task.sleep(for: $0) })
}
