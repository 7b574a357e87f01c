package import AggSource

/// Writes records to a sink in full batches, counts skipped rows, and finds repeated keys.
package struct RowWriter<Sink: BatchSink>: Sendable {
    /// The first key that two different rows share; nil if there is none.
    package var repeatedKey: String? { keys.first }
    /// The number of records written.
    package private(set) var count = 0
    private let sink: Sink
    private var skipped = SkippedItems()
    private var batch = RecordBatch()
    /// The keys of removed records.
    private var removed: Set<String> = []
    private var keys = RepeatedKeys()

    /// Creates a writer to a sink.
    package init(into sink: Sink) {
        self.sink = sink
    }

    /// Adds the record of a row, or counts the row as skipped.
    ///
    /// The digest makes it possible to notice different rows with the same key.
    ///
    /// - Throws: Whatever the sink throws, and `.cancelled`.
    package mutating func add(
        _ item: JSONValue, number: Int, digest: Int? = nil, _ record: (JSONValue) throws(MappingFault) -> Record
    ) async throws(SourceError) {
        do {
            let record = try record(item)
            try batch.add(record)
            if let digest { keys.add(record.key, row: digest) }
            if !removed.isEmpty { removed.remove(record.key) }
            count += 1
        } catch {
            skipped.add(item: number, reason: error.reason)
        }
        if batch.isFull { try await batch.write(to: sink) }
    }

    /// Removes the record of a row, or counts the row as skipped.
    package mutating func remove(
        _ item: JSONValue, number: Int, _ record: (JSONValue) throws(MappingFault) -> Record
    ) {
        do { removed.insert(try record(item).key) } catch { skipped.add(item: number, reason: error.reason) }
    }

    /// Writes the last batch, and returns a summary.
    ///
    /// - Throws: Whatever the sink throws, and `.cancelled`.
    package mutating func finish(
        state: FetchState?, bytes: Int, notes: [String]
    ) async throws(SourceError) -> FetchSummary {
        try await batch.write(to: sink)
        if Task.isCancelled { throw .cancelled }
        var summary = FetchSummary(state: state, bytes: bytes, skipped: skipped, notes: notes)
        summary.removed = removed
        return summary
    }
}
