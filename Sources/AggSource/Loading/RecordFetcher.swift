/// Brings records from outside in batches, and a small opaque state to ask with next time.
public protocol RecordFetcher: Sendable {
    /// Fetches all records and writes them into the sink, at most 1,000 a batch.
    ///
    /// With a state of an earlier fetch it may find that nothing has changed; it then writes nothing.
    ///
    /// - Throws: Any `SourceError`; what was written is then thrown away.
    func fetch(since state: FetchState?, into sink: some BatchSink) async throws(SourceError) -> FetchResult
}

/// The number of records in a full batch.
public let batchSize = 1_000
