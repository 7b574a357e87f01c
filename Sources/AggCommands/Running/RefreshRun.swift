import AggCore

/// One refresh of some sources, its events told as they come.
struct RefreshRun {
    let instances: [SourceInstance]
    let isForced: Bool
    let context: CommandContext

    /// Refreshes, and gives the outcomes in the order of the sources.
    ///
    /// - Throws: `.interrupted` when the task is cancelled.
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

extension RefreshOutcome {
    /// The line for standard error; nil when it did not fail.
    var failure: CommandError? {
        guard let error else { return nil }
        let served = result == .stale ? "; the stored rows serve" : "; nothing is stored to serve in its place"
        return CommandError(
            code: error.code, message: "\(source) was not refreshed: \(error.reason())\(served)", source: source)
    }
}
