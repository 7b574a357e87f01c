/// How long a source's rows stay fresh, what a refresh does to them, and how many requests a host gets at once.
public struct SourcePolicy: Hashable, Sendable {
    /// What it means for a stored row to be missing from a response.
    public enum Mode: Hashable, Sendable {
        /// A response is the complete data: rows missing from it are removed.
        case replace
        /// A response covers only recent data: rows are kept for this long after they were last seen.
        case accumulate(keep: Duration)

        /// A response is known to be incomplete: no rows are removed.
        public static let keepAll = Mode.accumulate(keep: .seconds(100 * 365 * 86_400))
    }

    /// How long rows count as fresh.
    public var freshFor: Duration
    /// The age beyond which rows are no longer used; nil for no limit.
    public var keepFor: Duration?
    /// What a refresh does to rows missing from the response.
    public var mode: Mode
    /// How many requests a host gets at once; if sources share a host, the smallest number applies.
    public var requestsPerHost: Int

    /// How many requests a host gets at once unless its source sets a number.
    public static let standardRequestsPerHost = 4

    /// Creates a policy.
    public init(
        freshFor: Duration = .seconds(24 * 3_600), keepFor: Duration? = nil, mode: Mode = .replace,
        requestsPerHost: Int = standardRequestsPerHost
    ) {
        self.freshFor = freshFor
        self.keepFor = keepFor
        self.mode = mode
        self.requestsPerHost = max(1, requestsPerHost)
    }

    /// Creates a policy, using the configured ages instead of the given defaults.
    public init(
        _ configuration: SourceConfiguration,
        freshFor: Duration = .seconds(24 * 3_600),
        keepFor: Duration? = nil,
        mode: Mode = .replace,
        requestsPerHost: Int = standardRequestsPerHost
    ) {
        self.init(
            freshFor: configuration.duration("fresh_for") ?? freshFor,
            keepFor: configuration.duration("keep_for") ?? keepFor,
            mode: mode, requestsPerHost: requestsPerHost)
    }

    /// The policy parameters, which every kind has in addition to its own.
    package static let parameters = [
        Parameter("fresh_for", .duration, help: "The age at which rows are due for a refresh."),
        Parameter("keep_for", .duration, help: "The age after which rows are no longer used."),
    ]
}
