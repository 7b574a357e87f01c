/// Fetches records from outside in batches, along with a small opaque state for the next fetch.
public protocol RecordFetcher: Sendable {
    /// Fetches all records and writes them to the sink, up to 1,000 per batch.
    ///
    /// Given the state of an earlier fetch, it may find that nothing has changed and write nothing.
    ///
    /// - Throws: Any `SourceError`; everything written is then discarded.
    func fetch(since state: FetchState?, into sink: some BatchSink) async throws(SourceError) -> FetchResult
}

/// The number of records in a full batch.
public let batchSize = 1_000

/// Records to be written together: `batchSize`, or fewer if they contain a lot of text, since several batches are in memory
/// at a time.
package struct RecordBatch: Sendable {
    private var records: [Record] = []
    /// The size of their text in bytes.
    private var size = 0

    /// Creates an empty batch.
    package init() {}

    /// Whether it is time to write the batch.
    package var isFull: Bool { records.count >= batchSize || size >= 1 << 20 }

    /// Adds a record.
    ///
    /// - Throws: `MappingFault` if the record is too large.
    package mutating func add(_ record: Record) throws(MappingFault) {
        size += try record.checkSize()
        records.append(record)
    }

    /// Writes the records, if any, and removes them.
    ///
    /// - Throws: Whatever the sink throws.
    package mutating func write(to sink: some BatchSink) async throws(SourceError) {
        let written = records
        self = RecordBatch()
        if (1...batchSize).contains(written.count) { return try await sink.write(written) }
        for start in stride(from: 0, to: written.count, by: batchSize) {
            try await sink.write(Array(written[start..<min(start + batchSize, written.count)]))
        }
    }
}

/// The destination of a fetcher's batches.
public protocol BatchSink: Sendable {
    /// Accepts a batch of up to 1,000 records; returns when there is room for the next.
    ///
    /// - Throws: `SourceError.store` if the batch cannot be stored, `.cancelled`.
    func write(_ batch: [Record]) async throws(SourceError)

    /// Discards everything written so far, for a fetcher that has to start over.
    ///
    /// - Throws: `SourceError.store` if the store has no room to start over, `.cancelled`.
    func restart() async throws(SourceError)
}

/// A destination that discards everything, for a reader that only looks at the items.
package struct DiscardingSink: BatchSink {
    /// Creates a sink.
    package init() {}

    package func write(_ batch: [Record]) {}
    package func restart() {}
}

/// The outcome of a fetch.
public enum FetchResult: Hashable, Sendable {
    /// The stored rows are still current; holds the newer state for the next fetch, if any, and the number of bytes
    /// received.
    case unchanged(FetchState?, bytes: Int = 0)
    /// All records were written.
    case complete(FetchSummary)
}

/// The outcome of a complete fetch, apart from its records.
public struct FetchSummary: Hashable, Sendable {
    /// The state for the next fetch.
    public var state: FetchState?
    /// The number of decompressed bytes received.
    public var bytes: Int
    /// The items that were skipped.
    public var skipped: SkippedItems
    /// Warnings to show with every answer from these records, each part of a sentence.
    public var notes: [String]
    /// What happens to stored rows that were not written; nil to follow the source's policy.
    public var mode: SourcePolicy.Mode?
    /// Whether records are known to be missing, so that stored rows that were not written stay, unless the refresh is
    /// forced.
    public var isIncomplete = false
    /// The keys of records that the source has removed, whether they are stored or were written.
    public var removed: Set<String> = []
    /// Whether records with the same key are versions of one record, of which the last counts, rather than a fault to report.
    public var hasVersions = false

    /// Creates a summary.
    public init(state: FetchState? = nil, bytes: Int = 0, skipped: SkippedItems = SkippedItems(), notes: [String] = [])
    {
        self.state = state
        self.bytes = bytes
        self.skipped = skipped
        self.notes = notes
    }
}

/// The number of items skipped from a response, with the reasons for the first few.
public struct SkippedItems: Hashable, Sendable {
    /// How many were skipped.
    public private(set) var count = 0
    /// The reasons for the first few, such as "item 12 has no name".
    public private(set) var examples: [String] = []

    /// Creates an empty count.
    public init() {}

    /// Counts an item, given its number starting at 1 and the reason it was skipped.
    public mutating func add(item: Int, reason: String) {
        add("item \(item) \(reason)")
    }

    /// Counts an item, given the line it starts on and the reason it was skipped.
    public mutating func add(line: Int, reason: String) {
        add("line \(line) \(reason)")
    }

    private mutating func add(_ example: String) {
        count += 1
        if examples.count < 3 { examples.append(example) }
    }

    /// The count and examples in one phrase, such as "2 skipped (item 3 has no name; item 9 has no id)".
    public var text: String {
        let more = count > examples.count ? "; …" : ""
        return "\(count) skipped (\(examples.joined(separator: "; "))\(more))"
    }
}
