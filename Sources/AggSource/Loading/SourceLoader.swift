public import Foundation

/// Loads a source and reports its new state: origin, count, time, reason.
///
/// It never returns the rows themselves.
public protocol SourceLoader: Sendable {
    /// Loads the source.
    ///
    /// - Throws: Any `SourceError`.
    func load() async throws(SourceError) -> LoadedSource
}

/// The state of a source after a load.
public struct LoadedSource: Hashable, Sendable {
    /// Where the rows came from.
    public var origin: Origin
    /// The number of rows.
    public var records: Int
    /// When the rows were last known to be current; nil for a starter sample.
    public var fetchedAt: Date?
    /// What the load changed; nil if it changed nothing.
    public var change: LoadChange?
    /// Why the rows are from an earlier load; nil if this load succeeded.
    public var fallbackReason: SourceError?
    /// Notes from the load, each part of a sentence.
    public var notes: [String]

    /// Creates the result of a load.
    public init(
        origin: Origin,
        records: Int,
        fetchedAt: Date?,
        change: LoadChange? = nil,
        fallbackReason: SourceError? = nil,
        notes: [String] = []
    ) {
        self.origin = origin
        self.records = records
        self.fetchedAt = fetchedAt
        self.change = change
        self.fallbackReason = fallbackReason
        self.notes = notes
    }
}

/// What a load changed in the store.
public struct LoadChange: Hashable, Sendable {
    /// The number of new rows.
    public var added = 0
    /// The number of rows whose content changed.
    public var changed = 0
    /// The number of rows removed.
    public var removed = 0
    /// The number of records whose key was written more than once; the last one won.
    public var duplicates = 0
    /// The number of records written, including repeated keys.
    public var written = 0
    /// The items that were skipped.
    public var skipped = SkippedItems()
    /// The number of decompressed bytes received.
    public var bytes = 0
    /// Whether the source reported that nothing has changed: by a 304 or an identical response.
    public var isNotModified = false
    /// Whether nothing but a starter sample had been stored before.
    public var isFirst = false

    /// Creates an empty change.
    public init() {}

    /// Whether no row was added, changed, or removed.
    public var isEmpty: Bool { added == 0 && changed == 0 && removed == 0 }
}

/// The origin of a source's stored rows.
public enum Origin: String, Hashable, Sendable {
    /// The source's own URL.
    case remote
    /// The bundled sample.
    case starter
    /// A file imported by the user.
    case `import`
}
