public import AggSource

/// A sink that keeps the batches it is given, or refuses them all.
public actor BatchLog: BatchSink {
    /// The batches since the fetcher began, or began again.
    public private(set) var batches: [[Record]] = []
    /// How often the fetcher began again.
    public private(set) var restarts = 0
    private let error: SourceError?

    /// Makes a sink; with an error it refuses every batch.
    public init(refusing error: SourceError? = nil) {
        self.error = error
    }

    /// The records of all batches, in order.
    public var records: [Record] { batches.flatMap(\.self) }

    /// Keeps a batch.
    ///
    /// - Throws: The error it was made with.
    public func write(_ batch: [Record]) async throws(SourceError) {
        if let error { throw error }
        batches.append(batch)
    }

    /// Forgets the batches.
    public func restart() {
        batches = []
        restarts += 1
    }
}

extension FetchResult {
    /// What a complete fetch has to say beside its records.
    ///
    /// - Throws: `SourceError.refused` where the fetch found nothing changed.
    public func summary() throws(SourceError) -> FetchSummary {
        guard case .complete(let summary) = self else { throw .refused("\(self) is not complete") }
        return summary
    }
}
