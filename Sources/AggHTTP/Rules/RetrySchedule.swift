import AggSource
import Foundation

/// Determines how long to wait before a retry.
struct RetrySchedule: Sendable {
    let policy: RetryPolicy
    let maxWait: Duration

    /// The wait after an attempt (the first is 1), or nil if there is no retry.
    ///
    /// A wait requested by the server is observed in full or, beyond `maxWait`, not at all. Otherwise the wait is
    /// random, up to `firstDelay` doubled with each attempt: `random` (0 to 1) spreads out clients that failed
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

/// Random numbers and sleep, both replaceable in tests.
package struct Pacing: Sendable {
    /// Returns a random number from 0 to 1.
    package var random: @Sendable () -> Double
    /// Sleeps; throws if the task is canceled.
    package var sleep: @Sendable (Duration) async throws -> Void

    /// Creates a pacing from functions.
    package init(
        random: @escaping @Sendable () -> Double, sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.random = random
        self.sleep = sleep
    }

    /// Real random numbers and real sleep.
    package static let system = Pacing(random: { .random(in: 0...1) }, sleep: { try await Task.sleep(for: $0) })
}
