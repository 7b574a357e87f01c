/// How the refresh of one source ended.
package struct RefreshOutcome: Hashable, Sendable {
    /// The outcome in one word.
    package enum Result: String, Hashable, Sendable {
        /// New or changed rows are stored.
        case updated
        /// Every row is as it was, and known to be right.
        case unchanged
        /// It failed; the rows of an earlier refresh serve.
        case stale
        /// It failed, and nothing is stored to serve.
        case failed
    }

    /// The source.
    package var source: SourceID
    /// How it ended.
    package var result: Result
    /// What changed; empty after a failure.
    package var change: LoadChange
    /// The number of rows there are to serve; 0 where nothing is stored.
    package var records: Int
    /// How long it took.
    package var elapsed: Duration
    /// Why it failed; nil when it did not.
    package var error: SourceError?

    /// Makes an outcome of what a loader gave.
    package init(source: SourceID, loaded: Swift.Result<LoadedSource, SourceError>, elapsed: Duration) {
        self.source = source
        self.elapsed = elapsed
        switch loaded {
        case .success(let loaded):
            change = loaded.change ?? LoadChange()
            records = loaded.records
            error = loaded.fallbackReason
            result = error != nil ? .stale : change.isEmpty ? .unchanged : .updated
        case .failure(let error):
            change = LoadChange()
            records = 0
            self.error = error
            result = .failed
        }
    }
}
