public import Foundation

/// What the store knows of a source, beside its rows.
public struct StoredSource: Hashable, Sendable {
    /// Where the rows came from.
    public var origin: Origin
    /// The number of rows.
    public var records: Int
    /// When the rows were last known to be right; nil for a starter sample, and where only a failure is noted.
    public var fetchedAt: Date?
    /// The state to ask with next time.
    public var fetchState: FetchState?
    /// The fingerprint of the configuration the rows were fetched with.
    public var fingerprint: String
    /// The version of the mapping the rows were made with.
    public var mappingVersion: Int
    /// Warnings that belong on every answer from the rows.
    public var notes: [String]
    /// Why the last load failed; nil when it did not.
    public var failure: LoadFailure?

    /// Makes the state of a source.
    public init(
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

    /// The age of the rows; nil where they have none.
    public func age(at now: Date) -> Duration? {
        fetchedAt.map { Age.since($0, now: now) }
    }
}
