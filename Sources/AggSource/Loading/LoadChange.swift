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
