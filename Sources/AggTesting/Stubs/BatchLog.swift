public import AggSource

/// A sink that keeps its batches, or refuses them all.
public actor BatchLog: BatchSink {
    /// The batches since the fetcher started or last restarted.
    public private(set) var batches: [[Record]] = []
    /// The number of times the fetcher restarted.
    public private(set) var restarts = 0
    private let error: SourceError?

    /// Creates a sink; with an error, it refuses every batch.
    public init(refusing error: SourceError? = nil) {
        self.error = error
    }

    /// The records of all batches, in order.
    public var records: [Record] { batches.flatMap(\.self) }

    /// Keeps a batch.
    ///
    /// - Throws: The error given on creation.
    public func write(_ batch: [Record]) async throws(SourceError) {
        if let error { throw error }
        batches.append(batch)
    }

    /// Discards the batches.
    public func restart() {
        batches = []
        restarts += 1
    }
}

extension FetchResult {
    /// The summary of a complete fetch.
    ///
    /// - Throws: `SourceError.refused` if the fetch found nothing changed.
    public func summary() throws(SourceError) -> FetchSummary {
        guard case .complete(let summary) = self else { throw .refused("\(self) is not complete") }
        return summary
    }
}
