import AggCore
import AggStorage

/// `alerts`: shows the new matches of watched searches.
struct AlertsCommand: Command {
    private static let all = Option("--all", help: "Include matches that were already reported.")
    private static let notify = Option(
        "--notify", "COMMAND", help: "Run a shell command, with the new matches as JSON on its standard input.")

    let declaration = CommandDeclaration(
        name: "alerts", summary: "Show new matches of watched searches.",
        details: """
            “save NAME search … --watch” creates a watched search. A new match is a record that matches because a \
            refresh added or changed it. The first refresh of a source, even of a feed, reports no matches. Each match \
            is reported only once: by “alerts”, by “refresh --due”, or by the search's own command or webhook. In the \
            output of “alerts”, ● (“unread” in JSON and CSV) marks a match that has not been reported before, whether \
            or not you have read it in “news”. The exit status is 10 if new matches were reported, 1 if none were \
            reported and a notification failed, and 0 otherwise. Matches are kept for 90 days.
            """,
        options: [all, notify, LimitOption.option("Show up to N records; N can be “all”.")],
        examples: [
            .init(line: "alerts", effect: "show new matches, and mark them as reported"),
            .init(line: "alerts --all", effect: "include matches reported in the last 90 days"),
            .init(line: "alerts --notify 'mail -s new me'", effect: "mail the new matches, e.g. from cron"),
        ])

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        let command = try arguments[Self.notify].map { try WatchOptions.command($0, declaration) }
        let news = await AlertRun(context, command: command).run()
        let new = command == nil ? try await Self.waiting(context) : news.sent
        let shown = arguments[Self.all] ? try await context.aggregator.alerts(onlyUnreported: false) : new
        let limit = arguments.limit ?? context.session.settings.limit
        // Matches sent by --notify are reported by now, so only --all shows more of them.
        let options = arguments[Self.all] || command != nil ? [Self.all.name] : []
        var output = try await Self.output(of: shown, reporting: new, limit: limit, options: options, context)
        output.errors = news.errors
        if !context.isQuiet { output.remarks = news.warnings }
        output.status = !new.isEmpty ? .alerts : news.errors.isEmpty ? .done : .failed
        return output
    }

    /// The new matches of searches without a command or webhook of their own.
    static func waiting(_ context: CommandContext) async throws -> [Alert] {
        let sent = Set(try await context.aggregator.watches().filter(\.isSent).map(\.name))
        return try await context.aggregator.alerts(onlyUnreported: true).filter { !sent.contains($0.watch) }
    }

    /// Returns matches as output, newest first; new ones count as reported once it has been delivered.
    ///
    /// Matches that are still to be sent to a command or webhook are not among the new ones. `options` are those of the
    /// command that shows more.
    static func output(
        of alerts: [Alert], reporting new: [Alert], limit: Int, options: [String] = [], _ context: CommandContext
    ) async throws -> CommandOutput {
        let newest = Array(alerts.reversed())
        var report = RecordsReport(
            try await context.aggregator.answer(of: newest, limit: limit), query: nil,
            more: context.more([Word("alerts")], options: options, beyond: limit))
        let waiting = try await context.aggregator.alerts(onlyUnreported: true).count
        report.emptyNote =
            switch waiting {
            case 0: "No new matches."
            case 1: "1 new match has not been sent yet."
            default: "\(waiting) new matches have not been sent yet."
            }
        var output = CommandOutput(report)
        output.groupsByDay = true
        let reported = Set(new.map(\.number)).intersection(newest.prefix(limit).map(\.number))
        let aggregator = context.aggregator
        if !reported.isEmpty {
            output.whenDelivered = {
                do throws(StoreError) {
                    try await aggregator.noteReported(new.filter { reported.contains($0.number) })
                    return nil
                } catch {
                    var failure = CommandError(error)
                    failure.message =
                        "cannot mark the new matches as reported, so they will be reported again: \(failure.message)"
                    return failure
                }
            }
        }
        return output
    }
}
