public import Foundation

/// Says what a source now holds: origin, count, time, reason.
///
/// It never carries the rows.
public protocol SourceLoader: Sendable {
    /// Loads the source.
    ///
    /// - Throws: Any `SourceError`.
    func load() async throws(SourceError) -> LoadedSource
}

/// What a source holds after a load.
public struct LoadedSource: Hashable, Sendable {
    /// Where the rows came from.
    public var origin: Origin
    /// The number of rows.
    public var records: Int
    /// When the rows were last known to be right; nil for a starter sample.
    public var fetchedAt: Date?
    /// What the load changed; nil if it only looked.
    public var change: LoadChange?
    /// Why the rows are those of an earlier load; nil if they are what the load was asked for.
    public var fallbackReason: SourceError?
    /// What the load has to say besides its numbers, each part of a sentence.
    public var notes: [String]

    /// Makes the answer of a load.
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
    /// Rows that were not stored before.
    public var added = 0
    /// Rows whose content differs from what was stored.
    public var changed = 0
    /// Rows that are gone.
    public var removed = 0
    /// Records that were written more than once under one key; the last one won.
    public var duplicates = 0
    /// Records that were written, repeats of a key included.
    public var written = 0
    /// Items that were left out.
    public var skipped = SkippedItems()
    /// Bytes received, inflated.
    public var bytes = 0
    /// Whether the source's answer said by itself that nothing has changed: a 304, or the same once more.
    public var isNotModified = false

    /// Makes a change of nothing.
    public init() {}

    /// Whether every row is as it was.
    public var isEmpty: Bool { added == 0 && changed == 0 && removed == 0 }
}

/// Where the stored rows of a source came from.
public enum Origin: String, Hashable, Sendable {
    /// The source's own address.
    case remote
    /// The bundled sample.
    case starter
    /// A file the user imported.
    case `import`
}
