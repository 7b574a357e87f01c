package import AggSource

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
    /// The address whose answer made it fail, without its secrets; nil if no answer did.
    package var address: String?
    /// The number of sample records that are shown for want of stored ones.
    package var samples = 0
    /// What the source had to say besides its records.
    package var remarks: [String] = []

    /// What has to be said of the refresh besides its numbers, each part of a sentence.
    package var notes: [String] {
        var notes = remarks
        if change.skipped.count > 0 { notes.append(change.skipped.text) }
        guard change.duplicates > 0 else { return notes }
        let repeats = change.duplicates == 1 ? "1 repeat" : "\(change.duplicates) repeats"
        notes.append("\(repeats) of a key; the last of each counts")
        if change.duplicates * 100 > change.written * Self.mostRepeats {
            let rest = change.written - change.duplicates
            notes.append("the key does not tell the records apart: of \(change.written), \(rest) are left")
        }
        return notes
    }

    /// How many of a hundred records may repeat a key, as in a list that moves while its pages are read.
    private static let mostRepeats = 3

    /// Makes an outcome of what a loader gave.
    package init(source: SourceID, loaded: Swift.Result<LoadedSource, SourceError>, elapsed: Duration) {
        self.source = source
        self.elapsed = elapsed
        switch loaded {
        case .success(let loaded):
            change = loaded.change ?? LoadChange()
            records = loaded.records
            remarks = loaded.notes
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
