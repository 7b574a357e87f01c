import AggSource
import Foundation

/// Fetches the items of a feed: its document, with a conditional request, and more pages if its format has them.
struct FeedFetcher: RecordFetcher {
    let endpoint: FeedEndpoint
    /// A name to use instead of the feed's own; nil for none.
    let name: String?
    let services: SourceServices

    func fetch(since state: FetchState?, into sink: some BatchSink) async throws(SourceError) -> FetchResult {
        var response = try await services.send(endpoint.first(since: state))
        let validators = Validators(response.headers)
        if response.isNotModified, let state, let held = state.validators {
            return .unchanged(state.with(held.updated(by: validators)))
        }
        try response.requireSuccess(now: services.clock.now)
        var digest: String? = try response.digest()
        if let state, let digest, digest == state.digest {
            return .unchanged(state.with(validators), bytes: response.body.count)
        }
        let start = response.url
        var writer = FeedWriter(name: name, since: state, sink: sink)
        for page in 1... {
            if Task.isCancelled { throw .cancelled }
            let feed = try response.feed()
            let isNews = try await writer.write(feed, bytes: response.body.count)
            guard isNews, let request = next(after: feed, in: response, start, &writer.notes) else { break }
            guard page < FeedEndpoint.mostPages else {
                writer.notes.append("the feed has more than \(FeedEndpoint.mostPages) pages; the rest were skipped")
                break
            }
            response = try await services.send(request)
            try response.requireSuccess(now: services.clock.now)
            // The digest of the first page says nothing about the others.
            digest = nil
        }
        // Skipped items and a truncated document are reported again each time.
        if writer.skipped.count > 0 || !writer.notes.isEmpty { digest = nil }
        // A document that ends early may be whole the next time, although its validators are the same.
        return .complete(writer.summary(FetchState(writer.isCutOff ? nil : validators, digest: digest)))
    }

    private func next(
        after feed: ParsedFeed, in response: HTTPResponse, _ start: URL, _ notes: inout [String]
    ) -> HTTPRequest? {
        if feed.format == .essential, let id = feed.items.last?.id {
            return endpoint.page(after: id, of: feed.count)
        }
        guard let name = feed.nextPage else { return nil }
        let request = endpoint.page(named: name, in: response, from: start)
        if request == nil { notes.append("the feed continues on another host, which agg does not contact: \(name)") }
        return request
    }
}

/// Writes the pages of a feed as records, and collects the notes about them.
struct FeedWriter<Sink: BatchSink> {
    /// Notes about the feed.
    var notes: [String] = []

    private let name: String?
    private let sink: Sink
    private var keys: FeedKeys
    private var written: Set<String> = []
    private var items = 0
    private var bytes = 0
    /// Whether a document ended early.
    private(set) var isCutOff = false
    private(set) var skipped = SkippedItems()

    init(name: String?, since state: FetchState?, sink: Sink) {
        self.name = name
        self.sink = sink
        keys = FeedKeys(since: state)
    }

    /// Writes a page; one that only repeats earlier records does not count.
    ///
    /// - Returns: Whether the page had a record that no earlier page had.
    ///
    /// - Throws: What the sink throws.
    mutating func write(_ feed: ParsedFeed, bytes count: Int) async throws(SourceError) -> Bool {
        bytes += count
        isCutOff = isCutOff || feed.isCutOff
        let all = FeedMapper.records(of: feed, name: name, &keys)
        let fresh = all.indices.filter { written.insert(all[$0].key).inserted }
        guard all.isEmpty || !fresh.isEmpty else { return false }
        let positions = feed.positions
        var records: [Record] = []
        for index in fresh {
            do {
                try all[index].checkSize()
                records.append(all[index])
            } catch {
                skipped.add(item: items + positions[index], reason: error.reason)
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

    /// The summary of all pages, with what the keys need next time added to the state.
    func summary(_ state: FetchState?) -> FetchSummary {
        var values = state?.values ?? [:]
        values.merge(keys.stateValues) { own, _ in own }
        var summary = FetchSummary(
            state: values.isEmpty ? nil : FetchState(values), bytes: bytes, skipped: skipped, notes: notes)
        // What is missing from a document that ends early has not been dropped.
        summary.isIncomplete = isCutOff
        return summary
    }
}
