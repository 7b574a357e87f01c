import AggSearch
package import AggSource
package import Foundation

/// What the store knows of a source, beside its rows.
package struct StoredSource: Hashable, Sendable {
    /// Where the rows came from.
    package var origin: Origin
    /// The number of rows.
    package var records: Int
    /// When the rows were last known to be right; nil for a starter sample, and where only a failure is noted.
    package var fetchedAt: Date?
    /// The state to ask with next time.
    package var fetchState: FetchState?
    /// The fingerprint of the configuration the rows were fetched with.
    package var fingerprint: String
    /// The version of the mapping the rows were made with.
    package var mappingVersion: Int
    /// Warnings that belong on every answer from the rows.
    package var notes: [String]
    /// Why the last load failed; nil if it did not.
    package var failure: LoadFailure?

    /// Makes the state of a source.
    package init(
        origin: Origin,
        records: Int,
        fetchedAt: Date? = nil,
        fetchState: FetchState? = nil,
        fingerprint: String = "",
        mappingVersion: Int = 1,
        notes: [String] = [],
        failure: LoadFailure? = nil
    ) {
        self.origin = origin
        self.records = records
        self.fetchedAt = fetchedAt
        self.fetchState = fetchState
        self.fingerprint = fingerprint
        self.mappingVersion = mappingVersion
        self.notes = notes
        self.failure = failure
    }

    /// The age of the rows; nil if absent.
    package func age(at now: Date) -> Duration? {
        fetchedAt.map { Age.since($0, now: now) }
    }
}

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
