import AggCore
import AggSource
import AggStorage

/// One refresh of some sources, reporting its events as they occur.
struct RefreshRun {
    let instances: [SourceInstance]
    let isForced: Bool
    let context: CommandContext

    /// Refreshes the sources, and returns the outcomes in the same order.
    ///
    /// - Throws: `.interrupted` if the task is canceled.
    func outcomes() async throws(CommandError) -> [RefreshOutcome] {
        var outcomes: [SourceID: RefreshOutcome] = [:]
        for await event in context.aggregator.refresh(instances, isForced: isForced) {
            context.progress(event)
            if case .finished(let outcome) = event { outcomes[outcome.source] = outcome }
        }
        if Task.isCancelled { throw .interrupted }
        return instances.compactMap { outcomes[$0.id] }
    }
}

extension CommandContext {
    /// Returns the statuses of some sources after their refresh; none if the store no longer responds, since what it
    /// stored before is reported nevertheless.
    ///
    /// - Throws: `StoreError` if all outcomes are failures of the store, or if there are none.
    func statuses(
        of ids: Set<SourceID>, after outcomes: [RefreshOutcome]
    ) async throws(StoreError) -> [SourceStatus] {
        do throws(StoreError) {
            return try await aggregator.statuses(usesCache: session.settings.usesCache).filter { ids.contains($0.id) }
        } catch {
            if error == .cancelled || outcomes.allSatisfy(\.isOfStore) { throw error }
            return []
        }
    }
}

extension RefreshOutcome {
    /// Whether the refresh failed because of the store.
    var isOfStore: Bool { if case .store(_, _)? = error { true } else { false } }
}
