import AggSearch
package import AggSource
package import Foundation

/// The stored state of a source, apart from its rows.
package struct StoredSource: Hashable, Sendable {
    /// The origin of the rows.
    package var origin: Origin
    /// The number of rows.
    package var records: Int
    /// When the rows were last known to be current; nil for a starter sample, and if only a failure is recorded.
    package var fetchedAt: Date?
    /// The state for the next fetch.
    package var fetchState: FetchState?
    /// The fingerprint of the configuration the rows were fetched with.
    package var fingerprint: String
    /// The version of the mapping that created the rows.
    package var mappingVersion: Int
    /// Warnings to show with every answer from the rows.
    package var notes: [String]
    /// Why the last load failed; nil if it succeeded.
    package var failure: LoadFailure?
    /// How many records refreshes have brought or changed in all, counting each time.
    package var changeCount = 0

    /// Creates the state of a source.
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

    /// The state of a source without rows and without a failure.
    package static let nothing = StoredSource(origin: .remote, records: 0)

    /// Whether another refresh has succeeded since a load read the state `basis`; false if that is nil.
    ///
    /// Times are not compared, since a clock may be set back.
    package func wasRefreshed(since basis: StoredSource?) -> Bool {
        guard var basis, fetchedAt != nil else { return false }
        basis.failure = failure
        return self != basis
    }

    /// The age of the rows; nil if absent.
    package func age(at now: Date) -> Duration? {
        fetchedAt.map { Age.since($0, now: now) }
    }
}

/// The note on a source whose newest rows a replica lacks.
package enum ReplicaNote {
    private static let start = "read from a replica that "

    /// Creates the note from the end of its sentence.
    package static func text(_ end: String) -> String { start + end }

    /// Whether a note is one of these.
    package static func isOne(_ note: String) -> Bool { note.hasPrefix(start) }
}

/// Why a load failed, in the form stored.
package struct LoadFailure: Hashable, Sendable {
    /// The stable name of the error, such as `rate_limited`.
    package var code: String
    /// The reason as part of a sentence.
    package var reason: String
    /// When it failed.
    package var failedAt: Date

    /// Creates a failure from its parts.
    package init(code: String, reason: String, failedAt: Date) {
        self.code = code
        self.reason = reason
        self.failedAt = failedAt
    }

    /// A short form of the reason, without details that differ between sources with the same problem.
    package var cause: String {
        switch code {
        case "http": String(reason.prefix { $0 != ":" })
        case "unauthorized": "not authorized"
        case "rate_limited": reason
        default: code.replacing("_", with: " ")
        }
    }

    /// Creates a failure from an error.
    package init(_ error: SourceError, at time: Date) {
        self.init(code: error.code, reason: error.reason(), failedAt: time)
    }
}
