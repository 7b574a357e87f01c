package import AggSource
package import Foundation

/// What a source is, holds, and how far its rows can be trusted: what every answer says of the sources it is from.
package struct SourceStatus: Hashable, Sendable {
    /// The phase of a source, in one word.
    package enum Phase: String, Hashable, Sendable {
        /// A load is under way.
        case loading
        /// There are rows to serve.
        case loaded
        /// There are none, or they must not be served.
        case error
        /// The source is switched off.
        case disabled
    }

    /// The id of the source.
    package var id: SourceID
    /// The kind of the source.
    package var kind: SourceKind
    /// What several sources of its kind are called, such as `feeds`.
    package var plural = "sources"
    /// Whether it is loading, has rows, or has none to serve.
    package var phase: Phase
    /// Where the rows came from; nil if absent.
    package var origin: Origin?
    /// The number of rows stored, those of a starter sample included.
    package var records: Int
    /// The number of favorites from the source.
    package var favorites: Int
    /// When the rows were last known to be right; nil for a starter sample.
    package var fetchedAt: Date?
    /// The age of the rows, never negative; nil for a starter sample.
    package var age: Duration?
    /// Whether the rows are past their age, left by a failed refresh, or of another configuration.
    package var isStale: Bool
    /// Why the rows are stale, or why there are none; part of a sentence.
    package var reason: String?
    /// The reason in a few words, without the details that differ between sources with the same trouble.
    package var cause: String?
    /// When the last load failed; nil if it did not.
    package var failedAt: Date?
    /// The time since the last load failed.
    package var failureAge: Duration?
    /// Warnings that belong on every answer from the rows.
    package var notes: [String]
    /// What has to be said about where the rows come from: a file, plain http, or a simulation; nil if nothing has.
    package var remark: String?
    /// When the next refresh is due; nil if it is due now.
    package var nextRefresh: Date?
    /// Whether the rows may be shown.
    package var isServed: Bool

    /// Whether a refresh is due: the rows are past their age, of another configuration, or only a sample.
    package var isDue: Bool { nextRefresh == nil }

    /// Creates a status; what is left out is not known, or not so.
    package init(
        id: SourceID, kind: SourceKind, phase: Phase, origin: Origin? = nil, records: Int = 0, favorites: Int = 0,
        fetchedAt: Date? = nil, age: Duration? = nil, isStale: Bool = false, reason: String? = nil,
        notes: [String] = [], nextRefresh: Date? = nil, isServed: Bool = false
    ) {
        self.id = id
        self.kind = kind
        self.phase = phase
        self.origin = origin
        self.records = records
        self.favorites = favorites
        self.fetchedAt = fetchedAt
        self.age = age
        self.isStale = isStale
        self.reason = reason
        self.notes = notes
        self.nextRefresh = nextRefresh
        self.isServed = isServed
    }
}
