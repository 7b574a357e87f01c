/// How old a source's rows may become, what a refresh does to them, and how many requests a host gets at once.
public struct SourcePolicy: Hashable, Sendable {
    /// What an answer's silence about a stored row means.
    public enum Mode: Hashable, Sendable {
        /// The answer is the whole: a row that is not in it is removed.
        case replace
        /// The answer is a window: rows stay for the span after they were last seen.
        case accumulate(keep: Duration)
    }

    /// The age up to which rows count as fresh.
    public var freshFor: Duration
    /// The age beyond which rows are no longer served; nil for never.
    public var keepFor: Duration?
    /// What a refresh does to rows that the answer does not hold.
    public var mode: Mode
    /// How many requests a host gets at once; if sources share a host, the smallest number counts.
    public var requestsPerHost: Int

    /// How many requests a host gets at once, unless a source says otherwise.
    public static let standardRequestsPerHost = 4

    /// Makes a policy.
    public init(
        freshFor: Duration = .seconds(24 * 3_600), keepFor: Duration? = nil, mode: Mode = .replace,
        requestsPerHost: Int = standardRequestsPerHost
    ) {
        self.freshFor = freshFor
        self.keepFor = keepFor
        self.mode = mode
        self.requestsPerHost = max(1, requestsPerHost)
    }

    /// Makes a policy with the ages of a configuration over the defaults given.
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

    /// The parameters of the policy, which every kind has beside its own.
    package static let parameters = [
        Parameter("fresh_for", .duration, help: "How old rows may be before a refresh is due."),
        Parameter("keep_for", .duration, help: "How old rows may be before they are no longer served."),
    ]
}
