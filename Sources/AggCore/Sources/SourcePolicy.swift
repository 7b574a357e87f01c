/// How old a source's rows may become, and what a refresh does to them.
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

    /// Makes a policy.
    public init(freshFor: Duration = .seconds(24 * 3_600), keepFor: Duration? = nil, mode: Mode = .replace) {
        self.freshFor = freshFor
        self.keepFor = keepFor
        self.mode = mode
    }

    /// Makes a policy with the ages of a configuration over the defaults given.
    public init(
        _ configuration: SourceConfiguration,
        freshFor: Duration = .seconds(24 * 3_600),
        keepFor: Duration? = nil,
        mode: Mode = .replace
    ) {
        self.init(
            freshFor: configuration.duration("fresh_for") ?? freshFor,
            keepFor: configuration.duration("keep_for") ?? keepFor,
            mode: mode)
    }

    /// The parameters of the policy, which every kind has beside its own.
    package static let parameters = [
        Parameter("fresh_for", .duration, help: "How old rows may be before a refresh is due."),
        Parameter("keep_for", .duration, help: "How old rows may be before they are no longer served."),
    ]
}
