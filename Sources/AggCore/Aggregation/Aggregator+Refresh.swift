import AggSource
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
        report(.started(id))
        let trace = RequestTrace()
        let loaded: Result<LoadedSource, SourceError>
        do throws(SourceError) {
            loaded = .success(
                try await load(
                    id, isForced: isForced, progress: ProgressReporter { report(.progressed(id, $0)) }, trace))
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
        _ id: SourceID, isForced: Bool, progress: ProgressReporter, _ trace: RequestTrace
    ) async throws(SourceError) -> LoadedSource {
        guard let instance = registry[id] else { throw .cancelled }
        let model = await model(of: instance)
        var services = trace.tracing(services)
        services.progress = model.progress.reporter
        let loader = registry.loader(for: instance, services: services, store: store, isForced: isForced)
        return try await model.refresh(with: loader, isForced: isForced, progress: progress)
    }
}
