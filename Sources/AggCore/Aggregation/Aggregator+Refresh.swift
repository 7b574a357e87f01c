package import AggSource
import AggStorage

extension Aggregator {
    /// Refreshes sources side by side, at most `sourcesAtOnce`; ends when all have ended, or when the task that reads
    /// the events is cancelled.
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

    /// Sources in turns of their hosts, so that those of one slow host do not take all places.
    private static func spread(_ instances: [SourceInstance]) -> [SourceInstance] {
        var counts: [Substring: Int] = [:]
        let turns = instances.map { instance -> Int in
            let host = instance.address.map { $0.split(separator: "/", maxSplits: 2).dropFirst().first ?? "" } ?? ""
            counts[host, default: 0] += 1
            return counts[host] ?? 0
        }
        // The sort is stable: within a turn the order stays.
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
        if let error = outcome.error { outcome.address = trace.address(of: error) }
        if outcome.result == .failed, let stored = try? await store.state(of: id), stored.origin == .starter {
            outcome.samples = stored.records
        }
        report(.finished(outcome))
    }

    /// Loads a source as it is configured now: one that was removed while it waited for its turn is not loaded.
    private func load(
        _ id: SourceID, isForced: Bool, _ trace: RequestTrace, report: @escaping @Sendable (RefreshEvent) -> Void
    ) async throws(SourceError) -> LoadedSource {
        guard let instance = registry[id] else { throw .cancelled }
        let model = await model(of: instance)
        let transitions = await model.transitions()
        let watch = Task { for await transition in transitions { report(.changed(id, transition)) } }
        var services = trace.tracing(services)
        services.progress = model.progress.reporter
        let loader = registry.loader(for: instance, services: services, store: store, isForced: isForced)
        let answer: Result<LoadedSource, SourceError>
        do throws(SourceError) {
            answer = .success(
                try await model.refresh(
                    with: loader, isForced: isForced, progress: ProgressReporter { report(.progressed(id, $0)) }))
        } catch {
            answer = .failure(error)
        }
        // What was seen is told before the outcome is.
        watch.cancel()
        await watch.value
        return try answer.get()
    }
}

/// How the refresh of one source ended.
package struct RefreshOutcome: Hashable, Sendable {
    /// The outcome in one word.
    package enum Result: String, Hashable, Sendable {
        /// New or changed rows are stored.
        case updated
        /// Every row is as it was, and known to be right.
        case unchanged
        /// It failed; the rows of an earlier refresh serve.
        case stale
        /// It failed, and nothing is stored to serve.
        case failed
    }

    /// The source.
    package var source: SourceID
    /// How it ended.
    package var result: Result
    /// What changed; empty after a failure.
    package var change: LoadChange
    /// The number of rows there are to serve; 0 where nothing is stored.
    package var records: Int
    /// How long it took.
    package var elapsed: Duration
    /// Why it failed; nil if it did not.
    package var error: SourceError?
    /// The address whose answer made it fail, without its secrets; nil if no answer did.
    package var address: String?
    /// The number of sample records that are shown for want of stored ones.
    package var samples = 0
    /// What the source had to say besides its records.
    package var remarks: [String] = []

    /// What has to be said of the refresh besides its numbers, each part of a sentence.
    package var notes: [String] {
        var notes = remarks
        if change.skipped.count > 0 { notes.append(change.skipped.text) }
        guard change.duplicates > 0 else { return notes }
        let repeats = change.duplicates == 1 ? "1 repeat" : "\(change.duplicates) repeats"
        notes.append("\(repeats) of a key; the last of each counts")
        if change.duplicates * 100 > change.written * Self.mostRepeats {
            let rest = change.written - change.duplicates
            notes.append("the key does not tell the records apart: of \(change.written), \(rest) are left")
        }
        return notes
    }

    /// How many of a hundred records may repeat a key, as in a list that moves while its pages are read.
    private static let mostRepeats = 3

    /// Makes an outcome of what a loader gave.
    package init(source: SourceID, loaded: Swift.Result<LoadedSource, SourceError>, elapsed: Duration) {
        self.source = source
        self.elapsed = elapsed
        switch loaded {
        case .success(let loaded):
            change = loaded.change ?? LoadChange()
            records = loaded.records
            remarks = loaded.notes
            error = loaded.fallbackReason
            result = error != nil ? .stale : change.isEmpty ? .unchanged : .updated
        case .failure(let error):
            change = LoadChange()
            records = 0
            self.error = error
            result = .failed
        }
    }
}

/// What happens while sources are refreshed side by side.
package enum RefreshEvent: Hashable, Sendable {
    /// The state of a source changed: a load of it began or ended.
    case changed(SourceID, SourceTransition)
    /// The load of a source made progress.
    case progressed(SourceID, LoadProgress)
    /// The refresh of a source ended.
    case finished(RefreshOutcome)
}
