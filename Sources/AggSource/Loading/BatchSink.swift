/// Where a fetcher puts its batches.
public protocol BatchSink: Sendable {
    /// Takes a batch of at most 1,000 records; returns when there is room for the next.
    ///
    /// - Throws: `SourceError.store` when the batch cannot be kept, `.cancelled`.
    func write(_ batch: [Record]) async throws(SourceError)

    /// Throws away all that was written so far, for a fetcher that has to read everything anew.
    ///
    /// - Throws: `SourceError.store` when the store has no room to begin again, `.cancelled`.
    func restart() async throws(SourceError)
}
