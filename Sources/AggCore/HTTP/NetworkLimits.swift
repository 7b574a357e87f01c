/// The bounds of every request, from the `network:` section of the configuration.
public struct NetworkLimits: Hashable, Sendable {
    /// How long to wait for a connection and the first byte of an answer.
    public var connectTimeout: Duration
    /// How long a running answer may stay silent.
    public var idleTimeout: Duration
    /// How long one request may take in all.
    public var deadline: Duration
    /// The largest body accepted, in bytes, inflated.
    public var maxBody: Int
    /// The longest wait for a rate limit or a `Retry-After`.
    public var maxWait: Duration

    /// Makes limits; the defaults are those of the documentation.
    public init(
        connectTimeout: Duration = .seconds(10),
        idleTimeout: Duration = .seconds(30),
        deadline: Duration = .seconds(300),
        maxBody: Int = 512 << 20,
        maxWait: Duration = .seconds(60)
    ) {
        self.connectTimeout = connectTimeout
        self.idleTimeout = idleTimeout
        self.deadline = deadline
        self.maxBody = maxBody
        self.maxWait = maxWait
    }
}
