/// The limits of every request, from the `network:` section of the configuration.
package struct NetworkLimits: Hashable, Sendable {
    /// How long to wait for a connection and the first byte of a response.
    package var connectTimeout: Duration
    /// How long a response may stall.
    package var idleTimeout: Duration
    /// How long a whole request may take.
    package var deadline: Duration
    /// The largest accepted body, in decompressed bytes.
    package var maxBody: Int
    /// The longest wait for a rate limit or a `Retry-After`.
    package var maxWait: Duration

    /// Creates limits; the defaults are the documented ones.
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

/// Which responses to retry, and how often.
///
/// `Retry-After` sets the delay if present (seconds or a date, RFC 9110, section 10.2.3); otherwise the delay is
/// exponential back-off with jitter, starting at `firstDelay`. If the delay would exceed the network's `max_wait`,
/// there is no retry.
public struct RetryPolicy: Hashable, Sendable {
    /// The statuses to retry.
    public var statuses: Set<Int>
    /// The total number of attempts, including the first.
    public var attempts: Int
    /// The first delay if the server sends none.
    public var firstDelay: Duration

    /// Creates a policy.
    public init(statuses: Set<Int>, attempts: Int, firstDelay: Duration = .milliseconds(250)) {
        self.statuses = statuses
        self.attempts = attempts
        self.firstDelay = firstDelay
    }

    /// Three attempts for 429 and for temporary gateway errors (502, 503, 504).
    public static let standard = RetryPolicy(statuses: [429, 502, 503, 504], attempts: 3)
    /// One attempt only.
    public static let none = RetryPolicy(statuses: [], attempts: 1)
}
