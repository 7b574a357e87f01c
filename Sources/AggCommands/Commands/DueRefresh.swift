import AggCore
import AggSource
import AggStorage

/// A refresh of outdated sources for schedulers: only one runs at a time, and it prints nothing unless something
/// happened.
struct DueRefresh {
    private let named: [SourceInstance]
    private let isForced: Bool
    /// Whether to answer with a document, even if nothing happened.
    private let isJSON: Bool
    private let context: CommandContext

    /// Creates a refresh of some sources, or of all if none are named.
    init(named: [SourceInstance], isForced: Bool, isJSON: Bool, context: CommandContext) {
        self.named = named
        self.isForced = isForced
        self.isJSON = isJSON
        self.context = context
    }

    /// Refreshes, and returns the new matches of watched searches, if any.
    func run() async throws -> CommandOutput {
        let locks = context.aggregator.locks
        let lock = try await locks?.take(.refresh)
        if locks != nil, lock == nil { return isJSON ? CommandOutput(RefreshReport([], [])) : CommandOutput() }
        do {
            let output = try await refreshed()
            await lock?.release()
            return output
        } catch {
            await lock?.release()
            throw error
        }
    }

    private func refreshed() async throws -> CommandOutput {
        let due = try await context.aggregator.dueSources().filter { source in
            named.isEmpty || named.contains { $0.id == source.id }
        }
        var output = isJSON ? CommandOutput(RefreshReport([], [])) : CommandOutput()
        var outcomes: [RefreshOutcome] = []
        if !due.isEmpty {
            // A source that another machine is refreshing needs nothing from this one.
            outcomes = try await RefreshRun(instances: due, isForced: isForced, context: context).outcomes()
                .filter { outcome in
                    if case .store(StoreError.refreshingCode, _)? = outcome.error { false } else { true }
                }
            let usesCache = context.session.settings.usesCache
            output.errors = outcomes.compactMap { $0.failure(usesCache: usesCache) }
            output.status = RefreshCommand.status(outcomes)
            if isJSON {
                let statuses = try await context.statuses(of: Set(due.map(\.id)), after: outcomes)
                output.body = RefreshReport(outcomes, statuses)
            }
        }
        let news = await AlertRun(context).run()
        output.errors += news.errors
        if !context.isQuiet { output.remarks = news.warnings }
        if !news.errors.isEmpty, output.status == .done { output.status = .failed }
        let alerts: [Alert]
        do {
            alerts = try await AlertsCommand.waiting(context)
        } catch {
            // What was stored before the store stopped responding is reported nevertheless.
            let failure = CommandError(error)
            if failure == .interrupted || outcomes.allSatisfy(\.isOfStore) { throw error }
            if !output.errors.contains(failure) { output.errors.append(failure) }
            if output.status == .done { output.status = .failed }
            return output
        }
        guard !alerts.isEmpty else { return output }
        let found = try await AlertsCommand.output(of: alerts, reporting: alerts, limit: alerts.count, context)
        output.body = found.body
        output.groupsByDay = found.groupsByDay
        output.whenDelivered = found.whenDelivered
        output.command = "alerts"
        return output
    }
}
