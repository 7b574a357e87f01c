import AggCommands
import AggCore
import AggSource
import AggStorage

/// The line that starts a session, and the lines that announce results from the background.
enum Banner {
    /// The version, the state of each source, the number of unread items, and how to get help; if that is wider than
    /// the terminal, the number of sources in each state, and on another line the sources being fetched.
    static func text(
        version: String, _ statuses: [SourceStatus], aggregator: Aggregator, fetching: [SourceID], width: Int?
    ) async -> String {
        let behind = Set(fetching)
        let sources = statuses.map { status in
            "\(status.id) \(state(status))\(behind.contains(status.id) ? ", fetching" : "")"
        }
        let unread = await aggregator.unreadCount(in: statuses)
        let (count, sign) = (unread.count, unread.isMinimum ? "+" : "")
        let news = count > 0 ? ["\(count)\(sign) unread \(count == 1 && sign.isEmpty ? "item" : "items")"] : []
        let (start, end) = (["agg \(version)"], news + ["type help"])
        let whole = (start + sources + end).joined(separator: " · ")
        guard let width, DisplayWidth.of(whole) > width else { return whole }
        let lines = lines(start + [summary(of: statuses, fetching: behind.count)] + end, width)
        let isAll = behind.count == statuses.count
        let names = fetching.isEmpty || isAll ? [] : [self.names(of: fetching.map(\.description), width)]
        return (lines + names).map { WrappedText.of($0, width: width) }.joined(separator: "\n")
    }

    /// The parts, on as many lines as they need.
    private static func lines(_ parts: [String], _ width: Int) -> [String] {
        var lines: [String] = []
        for part in parts {
            if let last = lines.last, DisplayWidth.of("\(last) · \(part)") <= width {
                lines[lines.count - 1] = "\(last) · \(part)"
            } else {
                lines.append(part)
            }
        }
        return lines
    }

    /// The names of the sources being fetched, as many as fit on a line, and the number of the others.
    private static func names(of sources: [String], _ width: Int) -> String {
        let text = { (count: Int) in
            let names = sources.prefix(count).joined(separator: ", ")
            return "fetching \(names)" + (count < sources.count ? ", and \(sources.count - count) more" : "")
        }
        return (1...sources.count).reversed().lazy.map(text).first { DisplayWidth.of($0) <= width } ?? text(1)
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
        let fetched = total > 1 && fetching == total ? "all" : String(fetching)
        let parts = (fetching > 0 ? ["fetching \(fetched)"] : []) + states
        return parts.isEmpty ? text : "\(text) (\(parts.joined(separator: ", ")))"
    }

    /// The result of a background refresh.
    static func news(of outcome: RefreshOutcome, usesCache: Bool = true) -> String {
        let change = outcome.change
        let text =
            switch outcome.result {
            case .updated:
                "\(outcome.source): \(RecordCount.text(outcome.records)), \(change.added) added, \(change.changed) changed, "
                    + "\(change.removed) removed"
            case .unchanged: "\(outcome.source): \(RecordCount.text(outcome.records)), unchanged"
            case .stale, .failed: outcome.failure(usesCache: usesCache)?.message ?? ""
            }
        return VisibleText.of(([text] + outcome.notes).joined(separator: "; "))
    }

    /// The result of a background refresh of sources that are offline; nil if there are none.
    static func news(offline outcomes: [RefreshOutcome], usesCache: Bool) -> String? {
        guard outcomes.count > 1, let reason = outcomes[0].error?.reason() else {
            return outcomes.first.map { news(of: $0, usesCache: usesCache) }
        }
        let substitutes = [
            outcomes.contains { $0.result == .stale } ? "stored rows" : nil,
            outcomes.contains { $0.result == .failed && $0.samples > 0 } ? "starter samples" : nil,
        ].compactMap(\.self)
        let names = outcomes.map(\.source.description).joined(separator: ", ")
        let use = usesCache && !substitutes.isEmpty ? "using \(substitutes.joined(separator: " and ")); " : ""
        return VisibleText.of("cannot refresh \(names): \(reason); \(use)“sources” shows each reason")
    }

    private static func state(_ status: SourceStatus) -> String {
        switch (status.isServed, status.origin) {
        case (false, _): "has no rows"
        case (true, .starter): "starter sample (\(RecordCount.text(status.records)))"
        default:
            "\(RecordCount.text(status.records)), \(status.age.map { Age.text($0) } ?? "") old\(status.isStale ? ", stale" : "")"
        }
    }
}
