package import AggCore
import AggSource
import AggStorage

/// Reports favorites that a refresh changed or removed.
package struct FavoriteNews: Sendable {
    /// The maximum number of favorites to name.
    static let greatestCount = 3

    private let aggregator: Aggregator

    /// Creates news for an aggregator's refreshes.
    package init(_ aggregator: Aggregator) {
        self.aggregator = aggregator
    }

    /// A line for each of the first changed favorites, and one with the number of the rest.
    package func lines(of outcomes: [RefreshOutcome]) async -> [String] {
        let updated = outcomes.filter { $0.result == .updated }.map(\.source)
        // The news is optional: if it cannot be read, the refresh was still successful.
        let changes = (try? await aggregator.changedFavorites(of: updated)) ?? []
        let rest = changes.count - Self.greatestCount
        return changes.prefix(Self.greatestCount).map(Self.line)
            + (rest > 0 ? ["★ and \(rest) more; “changes” shows \(rest == 1 ? "it" : "them")"] : [])
    }

    private static func line(_ change: RecordChange) -> String {
        let name = "★ \(DisplayWidth.cut(change.title, to: 60)) (\(change.address))"
        guard change.kind == .changed else { return "\(name) is no longer in its source" }
        let fields = change.fields.withoutRepeats
        guard let first = fields.first else { return "\(name) changed" }
        let more = fields.count > 1 ? ", and \(fields.count - 1) more" : ""
        return "\(name) changed: \(first.name) \(text(first.from)) → \(text(first.to))\(more)"
    }

    private static func text(_ value: FieldValue?) -> String {
        value.map { DisplayWidth.cut($0.text, to: 40) } ?? "—"
    }
}
