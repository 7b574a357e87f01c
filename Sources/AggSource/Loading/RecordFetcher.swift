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

/// What a fetch came to.
public enum FetchResult: Hashable, Sendable {
    /// What is stored is still right; the state to ask with next time, where it is a newer one, and how many bytes came all
    /// the same.
    case unchanged(FetchState?, bytes: Int = 0)
    /// All records were written.
    case complete(FetchSummary)
}

/// What a complete fetch has to say beside its records.
public struct FetchSummary: Hashable, Sendable {
    /// The state to ask with next time.
    public var state: FetchState?
    /// Bytes received, inflated.
    public var bytes: Int
    /// Items that were left out.
    public var skipped: SkippedItems
    /// Warnings that belong on every answer from these records, each part of a sentence.
    public var notes: [String]

    /// Makes a summary.
    public init(state: FetchState? = nil, bytes: Int = 0, skipped: SkippedItems = SkippedItems(), notes: [String] = [])
    {
        self.state = state
        self.bytes = bytes
        self.skipped = skipped
        self.notes = notes
    }
}

/// Items of an answer that were left out, counted, the first few named.
public struct SkippedItems: Hashable, Sendable {
    /// How many were left out.
    public private(set) var count = 0
    /// Why, for the first few: "item 12 has no name".
    public private(set) var examples: [String] = []

    /// Makes an empty count.
    public init() {}

    /// Counts an item, by its place from 1, and the reason it is left out.
    public mutating func add(item: Int, reason: String) {
        count += 1
        if examples.count < 3 { examples.append("item \(item) \(reason)") }
    }

    /// The count and the examples as one phrase, as "2 skipped (item 3 has no name; item 9 has no id)".
    public var text: String {
        let more = count > examples.count ? "; …" : ""
        return "\(count) skipped (\(examples.joined(separator: "; "))\(more))"
    }
}
