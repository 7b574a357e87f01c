import AggCore
import AggSearch
import AggSource
import AggStorage

/// Looks for new matches of the watched searches, and sends them to the destinations of these.
package struct AlertRun: Sendable {
    /// The matches found and the errors.
    package struct Result: Sendable {
        /// The new matches.
        var found: [Alert] = []
        /// The matches that were sent.
        var sent: [Alert] = []
        /// The watched searches with their own command or webhook.
        var sending: Set<String> = []
        /// The errors of searches and deliveries that failed.
        package var errors: [CommandError] = []
        /// Whether a delivery failed.
        var isUnsent = false
        /// The watched searches that may have missed matches, each as a line.
        package var warnings: [String] = []

        /// A line for each watched search with new matches, and the warnings.
        package var lines: [String] {
            var names: [String] = []
            for alert in found where !names.contains(alert.watch) { names.append(alert.watch) }
            let sentNumbers = Set(sent.map(\.number))
            return names.map { name in
                let alerts = found.filter { $0.watch == name }
                let areSent = alerts.allSatisfy { sentNumbers.contains($0.number) }
                let unsent =
                    sending.contains(name)
                    ? "not sent yet; “alerts --all” shows \(alerts.count == 1 ? "it" : "them")" : "run “alerts”"
                return AlertRun.line(name, alerts, areSent ? "sent" : unsent)
            } + warnings
        }
    }

    /// How long to wait for a command left over from a killed process.
    private static let patience = Duration.milliseconds(300)
    /// The maximum number of matches in one message.
    private static let most = 100

    private let context: CommandContext
    private let command: String?

    /// Creates a run with the settings of some commands.
    package init(_ context: CommandContext) {
        self.init(context, command: nil)
    }

    /// Creates a run that sends the matches of watches without a destination to a command.
    init(_ context: CommandContext, command: String?) {
        self.context = context
        self.command = command
    }

    /// Looks for new matches and sends them; failures are retried next time.
    package func run() async -> Result {
        var result = Result()
        do {
            let watches = try await context.aggregator.watches()
            guard !watches.isEmpty else { return result }
            result.sending = Set(watches.filter(\.isSent).map(\.name))
            let saved = try await context.aggregator.savedSearches()
            for watch in watches {
                guard let search = saved.first(where: { $0.name == watch.name }) else { continue }
                do {
                    let query = try await context.query(of: search)
                    let (alerts, incomplete) = try await context.aggregator.findMatches(of: watch, query)
                    result.found += alerts
                    result.warnings += incomplete.map { Self.warning(watch, $0) }
                } catch {
                    var failure = CommandError(error)
                    if failure == .interrupted { throw error }
                    failure.message = "cannot check \(watch.name): \(failure.message)"
                    // Such as a search in a source that has been removed, which fails each time.
                    if failure.status == .usage { failure.message += "; to remove it, run “unsave \(watch.name)”" }
                    result.errors.append(failure)
                }
            }
            let sending = watches.map { watch in
                var watch = watch
                if !watch.isSent { watch.command = command }
                return watch
            }
            try await send(sending.filter(\.isSent), saved, &result)
        } catch {
            result.errors.append(CommandError(error))
        }
        return result
    }

    /// Sends unreported matches, unless another process is doing that.
    private func send(_ watches: [Watch], _ saved: [SavedSearch], _ result: inout Result) async throws {
        guard !watches.isEmpty else { return }
        let lock = try await context.aggregator.locks?.take(.alerts)
        if context.aggregator.locks != nil, lock == nil { return }
        do {
            try await send(watches, saved, lock, &result)
        } catch {
            await lock?.release()
            throw error
        }
        await lock?.release()
    }

    private func send(
        _ watches: [Watch], _ saved: [SavedSearch], _ lock: (any HeldLock)?, _ result: inout Result
    ) async throws {
        if let lock { try await context.aggregator.settle(lock) }
        var waiting = try await context.aggregator.alerts(onlyUnreported: true)
        if let lock, waiting.contains(where: { $0.attempts > 0 }) {
            // The command of a process that was killed may still be running.
            try await Task.sleep(for: Self.patience)
            try await context.aggregator.settle(lock)
            waiting = try await context.aggregator.alerts(onlyUnreported: true)
        }
        for watch in watches {
            var rest = waiting.filter { $0.watch == watch.name }[...]
            while !rest.isEmpty {
                let alerts = Array(rest.prefix(Self.most))
                rest = rest.dropFirst(Self.most)
                guard try await lock?.isHeld() ?? true else { return }
                do {
                    let line = saved.first { $0.name == watch.name }?.line ?? ""
                    let document = try await document(of: alerts, watch, line)
                    try await context.aggregator.send(alerts, of: watch, document, lock)
                    result.sent += alerts
                } catch SourceError.cancelled {
                    throw CommandError.interrupted
                } catch {
                    result.isUnsent = true
                    result.errors.append(Self.error(error, watch, isRetried: result.sending.contains(watch.name)))
                    break
                }
            }
        }
    }

    /// The message: the search and its new matches as in `alerts --json`, each with its own number.
    private func document(of alerts: [Alert], _ watch: Watch, _ line: String) async throws -> String {
        let answer = try await context.aggregator.answer(of: alerts)
        let records = zip(alerts, answer.rows).map { alert, row in
            var object = RecordDocument(CommandOutput()).json(row).objectValue ?? JSONObject()
            object["alert"] = .integer(alert.number)
            object["attempt"] = .integer(Int64(alert.attempts + 1))
            return JSONValue.object(object)
        }
        return JSONValue.object([
            "agg": 1, "search": .string(watch.name), "line": .string(line), "count": .integer(Int64(records.count)),
            "records": .array(records),
        ]).text
    }

    private static func warning(_ watch: Watch, _ source: SourceID) -> String {
        "! \(watch.name): new matches may be missing because \(source) had more changes than agg keeps "
            + "(changes.limit), because its configuration changed, or because agg now reads its data differently"
    }

    /// The error of a delivery; a refresh retries only those to a search's own command or webhook.
    private static func error(_ error: any Error, _ watch: Watch, isRetried: Bool) -> CommandError {
        if let error = error as? SourceError {
            let next = isRetried ? "agg will try again at the next refresh" : "“alerts” shows them"
            return CommandError(
                code: error.code,
                message: "cannot send the new matches for \(watch.name): \(error.reason()); \(next)")
        }
        return CommandError(error)
    }

    /// The maximum number of titles in a line.
    private static let mostTitles = 3

    private static func line(_ name: String, _ alerts: [Alert], _ end: String) -> String {
        let count = alerts.count == 1 ? "1 new match" : "\(alerts.count) new matches"
        let titles = alerts.prefix(mostTitles).map { DisplayWidth.cut($0.title, to: 40) }
        let rest = alerts.count > mostTitles ? ", and \(alerts.count - mostTitles) more" : ""
        return "! \(name): \(count): \(titles.joined(separator: ", "))\(rest); \(end)"
    }
}
