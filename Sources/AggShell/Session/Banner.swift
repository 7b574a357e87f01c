import AggCommands
import AggCore
import AggSource
import AggStorage

/// The line that starts a session, and the lines that announce results from the background.
enum Banner {
    /// The version, the state of each source, the number of unread items, and how to get help; if that is wider than
    /// the terminal, the number of sources in each state.
    static func text(
        version: String, _ statuses: [SourceStatus], aggregator: Aggregator, fetching: [SourceInstance], width: Int?
    ) async -> String {
        let behind = Set(fetching.map(\.id))
        let sources = statuses.map { status in
            "\(status.id) \(state(status))\(behind.contains(status.id) ? ", fetching" : "")"
        }
        let unread = await aggregator.unreadCount(in: statuses)
        let news = unread > 0 ? ["\(unread) unread \(unread == 1 ? "item" : "items")"] : []
        let help = " · type help"
        let whole = line(version, sources + news) + help
        guard let width, DisplayWidth.of(whole) > width else { return whole }
        let short = line(version, [summary(of: statuses, fetching: behind.count)] + news)
        // Whatever is cut off, a newcomer needs to know how to get help.
        return DisplayWidth.cut(short, to: max(0, width - help.count)) + help
    }

    private static func line(_ version: String, _ sources: [String]) -> String {
        (["agg \(version)"] + sources).joined(separator: " · ")
    }

    private static func summary(of statuses: [SourceStatus], fetching: Int) -> String {
        let total = statuses.count
        let text = "\(total) \(total == 1 ? "source" : "sources")"
        let samples = statuses.count { $0.isServed && $0.origin == .starter }
        if total > 0, fetching == total, samples == total { return "\(text) (fetching all; sample data for now)" }
        let counts = [
            (samples, "with sample data only"), (statuses.count { $0.isServed && $0.isStale }, "stale"),
            (statuses.count { !$0.isServed }, "without rows"),
        ]
        let states = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let parts = (fetching > 0 ? ["fetching \(fetching)"] : []) + states
        return parts.isEmpty ? text : "\(text) (\(parts.joined(separator: ", ")))"
    }

    /// The result of a background refresh.
    static func news(of outcome: RefreshOutcome, usesCache: Bool = true) -> String {
        let change = outcome.change
        let text =
            switch outcome.result {
            case .updated:
                "\(outcome.source): \(outcome.records) records, \(change.added) added, \(change.changed) changed, "
                    + "\(change.removed) removed"
            case .unchanged: "\(outcome.source): \(outcome.records) records, unchanged"
            case .stale, .failed: outcome.failure(usesCache: usesCache)?.message ?? ""
            }
        return VisibleText.of(([text] + outcome.notes).joined(separator: "; "))
    }

    private static func state(_ status: SourceStatus) -> String {
        switch (status.isServed, status.origin) {
        case (false, _): "has no rows"
        case (true, .starter): "starter sample (\(status.records) records)"
        default:
            "\(status.records) records, \(status.age.map { Age.text($0) } ?? "") old\(status.isStale ? ", stale" : "")"
        }
    }
}
