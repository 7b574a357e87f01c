package import AggSource

/// What a commit did.
package struct CommitOutcome: Hashable, Sendable {
    /// The number of rows the source now has.
    package var records: Int
    /// Rows added, changed and removed, and repeats of a key; the rest of the change is the loader's to fill in.
    package var change: LoadChange

    /// Makes an outcome.
    package init(records: Int, change: LoadChange) {
        self.records = records
        self.change = change
    }
}
