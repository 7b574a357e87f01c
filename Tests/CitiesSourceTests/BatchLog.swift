import AggCore

/// Keeps the batches it is given.
actor BatchLog: BatchSink {
    private(set) var batches: [[Record]] = []

    func write(_ batch: [Record]) {
        batches.append(batch)
    }
}
