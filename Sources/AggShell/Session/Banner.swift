import AggCommands
import AggCore
import AggSource
import AggStorage

/// The line that starts a session, and the lines that announce results from the background.
enum Banner {
    /// The version, the contents of the sources, what is being fetched, how much is unread, and how to get help; if that is wider than the
    /// terminal, the number of sources of each kind.
    static func text(version: String, aggregator: Aggregator, fetching: [SourceInstance], width: Int?) async -> String {
        let statuses = (try? await aggregator.statuses()) ?? []
        let behind = Set(fetching.map(\.id))
        let sources = statuses.map { status in
            "\(status.id) \(state(status))\(behind.contains(status.id) ? ", being fetched" : "")"
        }
        let unread = await aggregator.unreadCount(in: statuses)
        let news = unread > 0 ? ["\(unread) unread news"] : []
        let whole = line(version, sources + news)
        guard let width, DisplayWidth.of(whole) > width else { return whole }
        return DisplayWidth.cut(line(version, [summary(of: statuses, fetching: behind.count)] + news), to: width)
    }

    private static func line(_ version: String, _ sources: [String]) -> String {
        (["agg \(version)"] + sources + ["type help"]).joined(separator: " · ")
    }

    private static func summary(of statuses: [SourceStatus], fetching: Int) -> String {
        let counts = [
            (fetching, "being fetched"),
            (statuses.count { $0.isServed && $0.origin == .starter }, "with only a starter sample"),
            (statuses.count { $0.isServed && $0.isStale }, "stale"), (statuses.count { !$0.isServed }, "without rows"),
        ]
        let parts = counts.filter { $0.0 > 0 }.map { "\($0) \($1)" }
        return (["\(statuses.count) \(statuses.count == 1 ? "source" : "sources")"] + parts).joined(separator: ", ")
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
        case (true, .starter): "starter sample (\(status.records))"
        default:
            "\(status.records) records, \(status.age.map { Age.text($0) } ?? "") old\(status.isStale ? ", stale" : "")"
        }
    }
}
