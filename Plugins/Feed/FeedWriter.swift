import AggSource

/// Writes the pages of a feed as records, and sums up what there is to say about them.
struct FeedWriter<Sink: BatchSink> {
    /// What is to be said of the feed.
    var notes: [String] = []

    private let name: String?
    private let sink: Sink
    private var keys: Set<String> = []
    private var items = 0
    private var bytes = 0
    private(set) var skipped = SkippedItems()

    init(name: String?, sink: Sink) {
        self.name = name
        self.sink = sink
    }

    /// Writes a page; one that only repeats what came before counts for nothing.
    ///
    /// - Returns: Whether the page had a record that no page before it had.
    /// - Throws: What the sink throws.
    mutating func write(_ feed: ParsedFeed, bytes count: Int) async throws(SourceError) -> Bool {
        bytes += count
        let all = FeedMapper.records(of: feed, name: name)
        let fresh = all.indices.filter { keys.insert(all[$0].key).inserted }
        guard all.isEmpty || !fresh.isEmpty else { return false }
        var records: [Record] = []
        for index in fresh {
            do {
                try all[index].checkSize()
                records.append(all[index])
            } catch {
                skipped.add(item: items + index + 1, reason: error.reason)
            }
        }
        for item in feed.skipped { skipped.add(item: items + item.item, reason: item.reason) }
        items += feed.count
        for note in feed.notes where !notes.contains(note) { notes.append(note) }
        for start in stride(from: 0, to: records.count, by: batchSize) {
            try await sink.write(Array(records[start..<min(start + batchSize, records.count)]))
        }
        return !fresh.isEmpty
    }

    /// The summary of all pages.
    func summary(state: FetchState?) -> FetchSummary {
        FetchSummary(state: state, bytes: bytes, skipped: skipped, notes: notes)
    }
}
