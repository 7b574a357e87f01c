/// Which answers are asked for again before they count: statuses, and how often at most.
///
/// `Retry-After` decides the wait where it is given (seconds or a date, RFC 9110 section 10.2.3), else an exponential
/// back-off with jitter from `firstDelay` on. A wait beyond the network's `max_wait` is not waited for.
public struct RetryPolicy: Hashable, Sendable {
    /// The statuses that are asked for again.
    public var statuses: Set<Int>
    /// Attempts in all, the first one included.
    public var attempts: Int
    /// The first wait where the server names none.
    public var firstDelay: Duration

    /// Makes a policy.
    public init(statuses: Set<Int>, attempts: Int, firstDelay: Duration = .milliseconds(250)) {
        self.statuses = statuses
        self.attempts = attempts
        self.firstDelay = firstDelay
    }

    /// Three attempts for 429 and for a gateway's passing troubles (502, 503, 504).
    public static let standard = RetryPolicy(statuses: [429, 502, 503, 504], attempts: 3)
    /// One attempt, whatever comes.
    public static let none = RetryPolicy(statuses: [], attempts: 1)
}
