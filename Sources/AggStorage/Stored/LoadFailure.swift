import AggSearch
package import AggSource
package import Foundation

/// Why a load failed, as it is stored.
package struct LoadFailure: Hashable, Sendable {
    /// The stable name of the error, as `rate_limited`.
    package var code: String
    /// The reason as part of a sentence.
    package var reason: String
    /// When it failed.
    package var failedAt: Date

    /// Makes a failure of its parts.
    package init(code: String, reason: String, failedAt: Date) {
        self.code = code
        self.reason = reason
        self.failedAt = failedAt
    }

    /// The reason in a few words, without the details that differ between sources with the same trouble.
    package var cause: String {
        switch code {
        case "http": String(reason.prefix { $0 != ":" })
        case "unauthorized": "not authorized"
        case "rate_limited": reason
        default: code.replacing("_", with: " ")
        }
    }

    /// Makes a failure of an error.
    package init(_ error: SourceError, at time: Date) {
        self.init(code: error.code, reason: error.reason(), failedAt: time)
    }
}
