package import AggSource
package import Foundation

/// The status of a source: its contents and how current they are, as reported with every answer.
package struct SourceStatus: Hashable, Sendable {
    /// The phase of a source.
    package enum Phase: String, Hashable, Sendable {
        /// A load is in progress.
        case loading
        /// There are usable rows.
        case loaded
        /// There are no rows, or they must not be used.
        case error
        /// The source is disabled.
        case disabled
    }

    /// The id of the source.
    package var id: SourceID
    /// The kind of the source.
    package var kind: SourceKind
    /// The plural name for sources of its kind, such as `feeds`.
    package var plural = "sources"
    /// Whether it is loading, has usable rows, or has none.
    package var phase: Phase
    /// The origin of the rows; nil if there are none.
    package var origin: Origin?
    /// The number of stored rows, including those of a starter sample.
    package var records: Int
    /// The number of favorites from the source.
    package var favorites: Int
    /// When the rows were last known to be current; nil for a starter sample.
    package var fetchedAt: Date?
    /// The age of the rows, never negative; nil for a starter sample.
    package var age: Duration?
    /// Whether the rows are outdated, left by a failed refresh, or from another configuration.
    package var isStale: Bool
    /// Why the rows are stale, or why there are none, as part of a sentence.
    package var reason: String?
    /// A short form of the reason, without details that differ between sources with the same problem.
    package var cause: String?
    /// When the last load failed; nil if it succeeded.
    package var failedAt: Date?
    /// The time since the last load failed.
    package var failureAge: Duration?
    /// Warnings to show with every answer from the rows.
    package var notes: [String]
    /// A remark on the origin of the rows: a file, plain http, or a simulation; nil if there is none.
    package var remark: String?
    /// When the next refresh is due; nil if it is due now.
    package var nextRefresh: Date?
    /// How many records refreshes have brought or changed in all, counting each time.
    package var changeCount = 0
    /// Whether it has no rows because not even its starter sample could be stored.
    package var lacksSample = false
    /// Whether the rows may be shown.
    package var isServed: Bool

    /// Whether the rows are from another configuration or from a simulation.
    package var isForeign = false

    /// Whether it has rows that may not be shown: they are older than `keep_for`, or the cache is off.
    package var withholdsRows: Bool { origin != nil && !isServed && phase != .disabled }

    /// Whether a refresh is due: the rows are outdated, from another configuration, or only a sample.
    package var isDue: Bool { nextRefresh == nil }

    /// Creates a status; by default, values are unknown or false.
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
