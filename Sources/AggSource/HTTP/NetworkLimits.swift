/// The bounds of every request, from the `network:` section of the configuration.
package struct NetworkLimits: Hashable, Sendable {
    /// How long to wait for a connection and the first byte of an answer.
    package var connectTimeout: Duration
    /// How long a running answer may stay silent.
    package var idleTimeout: Duration
    /// How long one request may take in all.
    package var deadline: Duration
    /// The largest body accepted, in bytes, inflated.
    package var maxBody: Int
    /// The longest wait for a rate limit or a `Retry-After`.
    package var maxWait: Duration

    /// Makes limits; the defaults are those of the documentation.
    package init(
        connectTimeout: Duration = .seconds(10),
        idleTimeout: Duration = .seconds(30),
        deadline: Duration = .seconds(300),
        maxBody: Int = 512_000_000,
        maxWait: Duration = .seconds(60)
    ) {
        self.connectTimeout = connectTimeout
        self.idleTimeout = idleTimeout
        self.deadline = deadline
        self.maxBody = maxBody
        self.maxWait = maxWait
    }
}

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
