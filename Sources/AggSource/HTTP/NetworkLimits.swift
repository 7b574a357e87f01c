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
