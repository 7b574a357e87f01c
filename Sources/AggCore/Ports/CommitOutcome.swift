/// What a commit did.
public struct CommitOutcome: Hashable, Sendable {
    /// The number of rows the source now has.
    public var records: Int
    /// Rows added, changed and removed, and repeats of a key; the rest of the change is the loader's to fill in.
    public var change: LoadChange

    /// Makes an outcome.
    public init(records: Int, change: LoadChange) {
        self.records = records
        self.change = change
    }
}
