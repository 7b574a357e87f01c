import AggCore
import AggSource
import AggStorage

/// `refresh`: refreshes sources, whatever their age.
struct RefreshCommand: Command {
    private static let force = Option(
        "--force",
        help: "Fetch even unchanged data, and accept data that is incomplete or would otherwise be held back.")

    private static let due = Option(
        "--due", help: "Refresh only outdated sources, e.g. from cron; print only failures and new matches.")

    let declaration = CommandDeclaration(
        name: "refresh", summary: "Refresh sources, no matter how recent their data is.",
        details: """
            Sources are fetched in parallel. A source that fails keeps its rows and reports the reason. If new data \
            would leave a source with fewer than half of its stored rows, the data is held back; --force accepts it. \
            --due fetches only outdated sources, and prints only errors and the new matches of watched searches; it \
            does nothing if another process is already running “refresh --due”.
            """,
        arguments: [.init(name: "ID", value: .source, isOptional: true, isRepeated: true)],
        options: [Self.force, Self.due],
        examples: [
            .init(line: "refresh", effect: "all sources"), .init(line: "refresh cities", effect: "one source"),
            .init(line: "refresh --due", effect: "outdated sources; for use in cron or a systemd timer"),
        ])

    func columns(of arguments: Arguments) -> [String]? { RefreshReport.columnNames }

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        var instances: [SourceInstance] = []
        for word in arguments.words {
            let instance = try context.instance(word.text)
            if !instances.contains(where: { $0.id == instance.id }) { instances.append(instance) }
        }
        if arguments[Self.due] {
            let format = arguments[OutputOption.format] ?? context.session.settings.mode
            return try await DueRefresh(
                named: instances, isForced: arguments[Self.force], isJSON: format == .json, context: context
            ).run()
        }
        if instances.isEmpty { instances = context.aggregator.registry.instances }
        let usesCache = context.session.settings.usesCache
        var outcomes: [RefreshOutcome] = []
        while !instances.isEmpty {
            let run = RefreshRun(instances: instances, isForced: arguments[Self.force], context: context)
            let latest = try await run.outcomes()
            outcomes.removeAll { old in latest.contains { $0.source == old.source } }
            outcomes += latest
            let showsNothing = outcomes.allSatisfy { $0.showsNothing(usesCache) }
            instances = showsNothing ? await retried(outcomes, context) : []
        }
        let ordered = context.aggregator.registry.instances.compactMap { instance in
            outcomes.first { $0.source == instance.id }
        }
        let statuses = try await context.statuses(of: Set(ordered.map(\.source)), after: ordered)
        var output = CommandOutput(
            RefreshReport(ordered, statuses), status: Self.status(ordered),
            errors: ordered.compactMap { $0.failure(usesCache: usesCache) })
        let alerts = await AlertRun(context).run()
        output.errors += alerts.errors
        if alerts.isUnsent, output.status == .done { output.status = .failed }
        if !context.isQuiet {
            output.remarks = await FavoriteNews(context.aggregator).lines(of: ordered)
            let relinking = FavoriteRelinking(context.aggregator, prompter: context.prompter)
            output.remarks += await relinking.lines(after: ordered) + alerts.lines
        }
        return output
    }

    /// The sources to try again; asks the user about a refresh that ended with nothing to show.
    private func retried(_ outcomes: [RefreshOutcome], _ context: CommandContext) async -> [SourceInstance] {
        guard let prompter = context.prompter, !outcomes.allSatisfy({ $0.error == .offlineByChoice }) else { return [] }
        let question = "\(Self.failures(in: outcomes)). Retry or cancel?"
        guard await prompter.choose(question, among: ["retry", "cancel"]) == "retry" else { return [] }
        return context.aggregator.registry.instances.filter { instance in
            outcomes.contains { $0.source == instance.id }
        }
    }

    /// The failed sources, grouped by the reason, in the order of the outcomes.
    private static func failures(in outcomes: [RefreshOutcome]) -> String {
        var failures: [(reason: String, sources: [SourceID])] = []
        for outcome in outcomes {
            let reason = outcome.error?.reason() ?? "no rows"
            if let index = failures.firstIndex(where: { $0.reason == reason }) {
                failures[index].sources.append(outcome.source)
            } else {
                failures.append((reason, [outcome.source]))
            }
        }
        let parts = failures.map { reason, sources in
            let list = sources.map(\.description).joined(separator: ", ")
            let names = sources.count > 5 ? "\(sources.count) sources" : list
            return "\(names): \(reason)"
        }
        return parts.joined(separator: "; ")
    }

    /// The status of a refresh: 6 if any source failed but at least one responded or has stored rows; if nothing is
    /// stored, the status that all failures share.
    static func status(_ outcomes: [RefreshOutcome]) -> ExitStatus {
        let failed = outcomes.filter { $0.error != nil }
        guard !failed.isEmpty else { return .done }
        guard outcomes.allSatisfy({ $0.result == .failed }) else { return .partial }
        let statuses = Set(
            failed.map { outcome -> ExitStatus in
                switch outcome.error {
                case .unauthorized: .notAuthorized
                case .rateLimited: .rateLimited
                default: .sourceFailed
                }
            })
        return statuses.count == 1 ? statuses.first ?? .sourceFailed : .sourceFailed
    }
}

extension RefreshOutcome {
    /// Whether the refresh failed and no stored rows are available.
    fileprivate func showsNothing(_ usesCache: Bool) -> Bool {
        result == .failed || result == .stale && !usesCache
    }
}
