public import Foundation

/// Why a load failed, as it is stored.
public struct LoadFailure: Hashable, Sendable {
    /// The stable name of the error, as `rate_limited`.
    public var code: String
    /// The reason as part of a sentence.
    public var reason: String
    /// When it failed.
    public var failedAt: Date

    /// Makes a failure of its parts.
    public init(code: String, reason: String, failedAt: Date) {
        self.code = code
        self.reason = reason
        self.failedAt = failedAt
    }

    /// Makes a failure of an error.
    public init(_ error: SourceError, at time: Date) {
        self.init(code: error.code, reason: error.reason(), failedAt: time)
    }
}
