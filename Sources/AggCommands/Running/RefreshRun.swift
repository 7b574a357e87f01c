import AggCore
import AggSource

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
