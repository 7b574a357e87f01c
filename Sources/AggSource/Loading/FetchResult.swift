/// What a fetch came to.
public enum FetchResult: Hashable, Sendable {
    /// What is stored is still right; the state to ask with next time, where it is a newer one, and how many bytes came all
    /// the same.
    case unchanged(FetchState?, bytes: Int = 0)
    /// All records were written.
    case complete(FetchSummary)
}

/// What a complete fetch has to say beside its records.
public struct FetchSummary: Hashable, Sendable {
    /// The state to ask with next time.
    public var state: FetchState?
    /// Bytes received, inflated.
    public var bytes: Int
    /// Items that were left out.
    public var skipped: SkippedItems
    /// Warnings that belong on every answer from these records, each part of a sentence.
    public var notes: [String]

    /// Makes a summary.
    public init(state: FetchState? = nil, bytes: Int = 0, skipped: SkippedItems = SkippedItems(), notes: [String] = [])
    {
        self.state = state
        self.bytes = bytes
        self.skipped = skipped
        self.notes = notes
    }
}
