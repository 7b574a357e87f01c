package import AggCore
import AggSearch
import AggSource
import AggStorage

/// Offers the new addresses of favorites that a refresh removed.
package struct FavoriteRelinking {
    private let aggregator: Aggregator
    private let prompter: (any Prompter)?

    /// Creates offers for an aggregator's refreshes; without a prompter, it asks no questions.
    package init(_ aggregator: Aggregator, prompter: (any Prompter)? = nil) {
        self.aggregator = aggregator
        self.prompter = prompter
    }

    /// Asks once about each favorite that was removed and found under another key; without a prompter, a line shows how
    /// to move it.
    package func lines(after outcomes: [RefreshOutcome]) async -> [String] {
        let updated = outcomes.filter { $0.result == .updated && $0.change.removed > 0 }.map(\.source)
        guard !updated.isEmpty else { return [] }
        // The offer is optional: if it cannot be made, the refresh was still successful.
        let changes = (try? await aggregator.changedFavorites(of: updated)) ?? []
        let removed = changes.filter { $0.kind == .removed }.map(\.address)
        guard !removed.isEmpty, let moved = try? await aggregator.movedFavorites(among: removed) else { return [] }
        var lines: [String] = []
        for favorite in moved.prefix(FavoriteNews.greatestCount) {
            guard let prompter else {
                lines.append("\(Self.finding(favorite)); to move the favorite: \(Self.command(favorite))")
                continue
            }
            let question = "\(Self.finding(favorite)). Move the favorite?"
            guard let answer = await prompter.choose(question, among: ["yes", "no"]) else { break }
            guard answer == "yes" else { continue }
            do {
                let isMerged = try await aggregator.relink(favorite.favorite, to: favorite.record)
                lines.append(Self.confirmation(favorite, isMerged: isMerged))
            } catch {
                let reason = CommandError(error).message
                lines.append("the favorite \(favorite.favorite.address) was not moved: \(reason)")
            }
        }
        return lines
    }

    /// The sentence after a move; if the record already was a favorite, both are one now.
    static func confirmation(_ moved: MovedFavorite, isMerged: Bool) -> String {
        let merged = isMerged ? ", and merged it with the favorite \(moved.record.title)" : ""
        return "Moved \(moved.favorite.record.title) from \(moved.favorite.address) to \(moved.address)\(merged)."
    }

    /// Describes the new address, without the final period.
    static func finding(_ moved: MovedFavorite) -> String {
        "★ \(DisplayWidth.cut(moved.favorite.record.title, to: 60)) (\(moved.favorite.address)) is probably now "
            + "\(moved.address) (\(moved.reason))"
    }

    private static func command(_ moved: MovedFavorite) -> String {
        "relink \(GrammarText.written(moved.favorite.address.description)) \(GrammarText.written(moved.address.description))"
    }
}
