public import Foundation

/// What a server last said of its limit on requests.
public struct RateLimit: Hashable, Sendable {
    /// How many requests there are in a span of the server's.
    public var limit: Int
    /// How many of them are left.
    public var remaining: Int
    /// When all of them are there again; nil where the server did not say, or where they are.
    public var resetsAt: Date?

    /// Makes a limit.
    public init(limit: Int, remaining: Int, resetsAt: Date? = nil) {
        self.limit = limit
        self.remaining = remaining
        self.resetsAt = resetsAt
    }

    /// Reads the fields that GitHub and others send: `X-RateLimit-Limit`, `-Remaining`, and `-Reset` in seconds since 1970.
    public init?(_ headers: HTTPHeaders) {
        self.init { headers["X-RateLimit-\($0)"] }
    }

    fileprivate init?(_ value: (String) -> String?) {
        func number(_ name: String) -> Int? { value(name).flatMap { Int($0.trimmingCharacters(in: .whitespaces)) } }
        guard let limit = number("limit"), let remaining = number("remaining") else { return nil }
        let reset = number("reset").flatMap { Self.seconds.contains($0) ? $0 : nil }
        self.init(
            limit: limit, remaining: remaining, resetsAt: reset.map { Date(timeIntervalSince1970: TimeInterval($0)) })
    }

    /// The seconds since 1970 that a reset can be at: the years that a date is written in.
    private static let seconds = 0..<253_402_300_800

    /// What is left at a time: everything, once the limit has been reset.
    public func at(_ now: Date) -> RateLimit {
        guard let resetsAt, resetsAt <= now else { return self }
        return RateLimit(limit: limit, remaining: limit)
    }
}

extension FetchState {
    /// What the server last said of its limit, kept in values of the state.
    public var rateLimit: RateLimit? {
        get { RateLimit { values["ratelimit-\($0)"] } }
        set {
            values["ratelimit-limit"] = newValue.map { String($0.limit) }
            values["ratelimit-remaining"] = newValue.map { String($0.remaining) }
            values["ratelimit-reset"] = newValue?.resetsAt.map { String(Int(clamping: $0.timeIntervalSince1970)) }
        }
    }
}
