extension Aggregator {
    /// Refreshes sources side by side, at most `sourcesAtOnce`; ends when all have ended, or when the task that reads
    /// the events is cancelled.
    package nonisolated func refresh(_ instances: [SourceInstance], isForced: Bool = false) -> AsyncStream<RefreshEvent>
    {
        let (events, continuation) = AsyncStream.makeStream(of: RefreshEvent.self)
        let work = Task {
            await withTaskGroup(of: Void.self) { group in
                for (index, instance) in instances.enumerated() {
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

    private func refresh(
        _ instance: SourceInstance, isForced: Bool, report: @escaping @Sendable (RefreshEvent) -> Void
    ) async {
        let id = instance.id
        let clock = ContinuousClock()
        let start = clock.now
        report(.started(id))
        var services = services
        services.progress = ProgressReporter { report(.progressed(id, $0)) }
        let loader = registry.loader(for: instance, services: services, store: store, isForced: isForced)
        let loaded: Result<LoadedSource, SourceError>
        do throws(SourceError) {
            loaded = .success(try await model(of: instance).refresh(with: loader))
        } catch {
            loaded = .failure(error)
        }
        report(.finished(RefreshOutcome(source: id, loaded: loaded, elapsed: clock.now - start)))
    }
}
