public import Foundation

/// What a source holds after a load.
public struct LoadedSource: Hashable, Sendable {
    /// Where the rows came from.
    public var origin: Origin
    /// The number of rows.
    public var records: Int
    /// When the rows were last known to be right; nil for a starter sample.
    public var fetchedAt: Date?
    /// What the load changed; nil when it only looked.
    public var change: LoadChange?
    /// Why the rows are those of an earlier load; nil when they are what the load was asked for.
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
