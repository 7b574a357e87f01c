import AggCommands
import AggCore

/// The line a session begins with, and the lines that tell what landed behind the prompt.
enum Banner {
    /// Version, what the sources hold, what is being fetched, and where help is.
    static func text(version: String, aggregator: Aggregator, fetching: [SourceInstance]) async -> String {
        let statuses = (try? await aggregator.statuses()) ?? []
        let behind = Set(fetching.map(\.id))
        let sources = statuses.map { status in
            "\(status.id) \(state(status))\(behind.contains(status.id) ? ", being fetched" : "")"
        }
        return (["agg \(version)"] + sources + ["type help"]).joined(separator: " · ")
    }

    /// What a refresh behind the prompt came to.
    static func news(of outcome: RefreshOutcome) -> String {
        let change = outcome.change
        let text =
            switch outcome.result {
            case .updated:
                "\(outcome.source): \(outcome.records) records, \(change.added) added, \(change.changed) changed, "
                    + "\(change.removed) removed"
            case .unchanged: "\(outcome.source): \(outcome.records) records, unchanged"
            case .stale: "\(outcome.source): not refreshed, the stored rows serve: \(outcome.error?.reason() ?? "")"
            case .failed: "\(outcome.source): not refreshed: \(outcome.error?.reason() ?? "")"
            }
        return VisibleText.of(text)
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
