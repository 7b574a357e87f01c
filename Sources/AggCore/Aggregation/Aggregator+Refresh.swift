package import AggSource
import AggStorage

extension Aggregator {
    /// Refreshes sources concurrently, up to `sourcesAtOnce`; ends when all are done or when the task that reads the
    /// events is canceled.
    package nonisolated func refresh(_ instances: [SourceInstance], isForced: Bool = false) -> AsyncStream<RefreshEvent>
    {
        let (events, continuation) = AsyncStream.makeStream(of: RefreshEvent.self)
        let work = Task {
            await withTaskGroup(of: Void.self) { group in
                for (index, instance) in Self.spread(instances).enumerated() {
                    if index >= sourcesAtOnce { await group.next() }
                    group.addTask {
                        await self.refresh(instance, isForced: isForced) { continuation.yield($0) }
                    }
                }
            }
            continuation.finish()
        }
        continuation.onTermination = { if case .cancelled = $0 { work.cancel() } }
        return events
    }

    /// Sources in round-robin order of their hosts, so that a slow host does not take all the slots.
    private static func spread(_ instances: [SourceInstance]) -> [SourceInstance] {
        var counts: [Substring: Int] = [:]
        let turns = instances.map { instance -> Int in
            let host = instance.address.map { $0.split(separator: "/", maxSplits: 2).dropFirst().first ?? "" } ?? ""
            counts[host, default: 0] += 1
            return counts[host] ?? 0
        }
        // The sort is stable, so the order within a round is kept.
        return zip(turns, instances).sorted { $0.0 < $1.0 }.map(\.1)
    }

    private func refresh(
        _ instance: SourceInstance, isForced: Bool, report: @escaping @Sendable (RefreshEvent) -> Void
    ) async {
        let id = instance.id
        let clock = ContinuousClock()
        let start = clock.now
        let trace = RequestTrace()
        let loaded: Result<LoadedSource, SourceError>
        do throws(SourceError) {
            loaded = .success(
                try await load(id, isForced: isForced, trace, report: report))
        } catch {
            loaded = .failure(error)
        }
        var outcome = RefreshOutcome(source: id, loaded: loaded, elapsed: clock.now - start)
        noteFailureOfThisRun(outcome.error, of: id)
        if let error = outcome.error {
            outcome.address = trace.address(of: error)
            outcome.change.bytes = trace.bytes
        }
        if case .heldBack = outcome.error, let stored = try? await store.state(of: id), !stored.isOf(instance) {
            outcome.remarks.append(
                "the stored rows were fetched before a change to the configuration or to the way agg reads the data; "
                    + "this may explain why there are fewer rows now")
        }
        if outcome.result == .failed, let stored = try? await store.state(of: id), stored.records > 0 {
            if stored.origin == .starter { outcome.samples = stored.records }
            outcome.unusedAge = stored.fetchedAt.map { Age.since($0, now: services.clock.now) }
        }
        report(.finished(outcome))
    }

    /// Loads a source as configured now; one removed while it waited for its turn is not loaded.
    private func load(
        _ id: SourceID, isForced: Bool, _ trace: RequestTrace, report: @escaping @Sendable (RefreshEvent) -> Void
    ) async throws(SourceError) -> LoadedSource {
        guard let instance = registry[id], !sourcesBeingRemoved.contains(id) else { throw .cancelled }
        let model = await model(of: instance)
        let transitions = await model.transitions()
        let watch = Task { for await transition in transitions { report(.changed(id, transition)) } }
        var services = trace.tracing(services)
        services.progress = model.progress.reporter
        let loader = registry.loader(
            for: instance, services: services, store: store, alerts: alertStore, isForced: isForced)
        let answer: Result<LoadedSource, SourceError>
        do throws(SourceError) {
            answer = .success(
                try await model.refresh(
                    with: loader, isForced: isForced, progress: ProgressReporter { report(.progressed(id, $0)) }))
        } catch {
            answer = .failure(error)
        }
        // All transitions are reported before the outcome.
        watch.cancel()
        await watch.value
        return try answer.get()
    }
}

/// The outcome of refreshing one source.
package struct RefreshOutcome: Hashable, Sendable {
    /// The outcome in one word.
    package enum Result: String, Hashable, Sendable {
        /// The stored rows have changed, or this was the first answer.
        case updated
        /// No row has changed; all are known to be current.
        case unchanged
        /// The refresh failed; the rows of an earlier one are used.
        case stale
        /// The refresh failed, and there are no stored rows to use.
        case failed
    }

    /// The source.
    package var source: SourceID
    /// How it ended.
    package var result: Result
    /// What changed, and how much was received; nothing changed if it failed.
    package var change: LoadChange
    /// The number of usable rows; 0 if nothing is stored.
    package var records: Int
    /// How long it took.
    package var elapsed: Duration
    /// Why it failed; nil if it succeeded.
    package var error: SourceError?
    /// The URL whose response caused the failure, without secrets; nil if no response did.
    package var address: String?
    /// The number of sample records shown because nothing else is stored.
    package var samples = 0
    /// The age of stored rows that are too old to be used; nil if there are none.
    package var unusedAge: Duration?
    /// The source's own notes.
    package var remarks: [String] = []

    /// Notes on the refresh, each part of a sentence.
    package var notes: [String] {
        var notes = remarks
        if change.skipped.count > 0 { notes.append(change.skipped.text) }
        guard change.duplicates > 0 else { return notes }
        let repeats = change.duplicates == 1 ? "1 repeated key" : "\(change.duplicates) repeated keys"
        if change.duplicates * 100 > change.written * Self.mostRepeats {
            let rest = change.written - change.duplicates
            notes.append(
                "the key is not unique (\(repeats)): only \(rest) of \(change.written) records were kept "
                    + "(the last one for each key)")
        } else {
            notes.append("\(repeats); only the last record for each key was kept")
        }
        return notes
    }

    /// The percentage of records that may repeat a key, as happens when a list shifts while its pages are read.
    private static let mostRepeats = 3

    /// Creates the outcome of a load.
    package init(source: SourceID, loaded: Swift.Result<LoadedSource, SourceError>, elapsed: Duration) {
        self.source = source
        self.elapsed = elapsed
        switch loaded {
        case .success(let loaded):
            change = loaded.change ?? LoadChange()
            records = loaded.records
            remarks = loaded.notes
            error = loaded.fallbackReason
            result = error != nil ? .stale : change.isEmpty && !change.isFirst ? .unchanged : .updated
        case .failure(let error):
            change = LoadChange()
            records = 0
            self.error = error
            result = .failed
        }
    }
}

/// An event during the concurrent refresh of sources.
package enum RefreshEvent: Hashable, Sendable {
    /// The state of a source changed: a load started or ended.
    case changed(SourceID, SourceTransition)
    /// The load of a source made progress.
    case progressed(SourceID, LoadProgress)
    /// The refresh of a source ended.
    case finished(RefreshOutcome)
    /// The inspection of a file or a URL that may become a source ended.
    case inspected(SourceID)
}
