import AggSearch
import AggSource
package import AggStorage
import Foundation

/// What a copy of user data contains.
package struct UserCopy: Hashable, Sendable {
    /// The number of favorites in the other store that come from this one.
    package var favorites = 0
    /// The number of settings.
    package var settings = 0
    /// The number of saved searches.
    package var searches = 0
    /// The number of read marks.
    package var marks = 0
    /// The number of watched searches.
    package var watches = 0
}

extension CopiedStore {
    /// Copies the user's own data to another store, and compares the two afterward.
    ///
    /// Favorites are merged with those of the other store by their histories. The later of two read marks is kept. A search
    /// that the other store watches already stays as it is.
    ///
    /// - Throws: `StoreError`.
    package func copyUser(to other: CopiedStore, limit: Int) async throws(StoreError) -> UserCopy {
        var copy = UserCopy()
        copy.favorites = try await copyFavorites(to: other, limit: limit)
        let settings = try await users.keptSettings()
        for (name, value) in settings { try await other.users.keepSetting(name, value) }
        let searches = try await users.savedSearches()
        for search in searches { _ = try await other.users.saveSearch(search) }
        let (settingsThere, searchesThere) = (
            try await other.users.keptSettings(), try await other.users.savedSearches()
        )
        guard settings.allSatisfy({ settingsThere[$0.key] == $0.value }),
            Set(searches).isSubset(of: searchesThere)
        else { throw Self.difference("settings and saved searches") }
        copy.settings = settings.count
        copy.searches = searches.count
        copy.marks = try await copyReadMarks(to: other)
        copy.watches = try await copyWatches(to: other)
        return copy
    }

    private static func difference(_ what: String) -> StoreError {
        .failed(file: what, detail: "the copy differs from the original")
    }

    private func copyFavorites(to other: CopiedStore, limit: Int) async throws(StoreError) -> Int {
        let histories = try await favorites.favoriteHistories()
        _ = try await other.favorites.mergeFavorites(histories, limit: limit)
        let merged = try await other.favorites.favoriteHistories()
        guard merged.joined(histories) == merged else { throw Self.difference("favorites") }
        return histories.count { address, history in
            history.favorite(at: address) != nil && merged[address]?.favorite(at: address) != nil
        }
    }

    private func copyReadMarks(to other: CopiedStore) async throws(StoreError) -> Int {
        let (marks, there) = (try await readMarks.readMarks(), try await other.readMarks.readMarks())
        let states = try await other.records.states()
        var sources = marks.sources.filter { source, mark in there.sources[source].map { $0.at < mark.at } ?? true }
        for (source, mark) in sources {
            // Each store counts its own changes.
            guard let state = states[source], let fetchedAt = state.fetchedAt, fetchedAt <= mark.at else { continue }
            sources[source]?.changes = state.changeCount
        }
        try await other.readMarks.mark(sources)
        let marked = marks.records.filter { address, mark in
            there.records[address].map { $0.at < mark.at } ?? true
                && there.sources[address.source].map { $0.at < mark.at } ?? true
        }
        try await other.readMarks.mark(marked)
        let found = try await other.readMarks.readMarks()
        // A store does not keep marks that are much older than the others.
        let oldest = marked.values.map(\.at).max()?.addingTimeInterval(-ChangeRetention.longestSeconds) ?? .distantPast
        guard sources.allSatisfy({ found.sources[$0.key] == $0.value }),
            marked.allSatisfy({ found.records[$0.key] == $0.value || $0.value.at < oldest })
        else { throw Self.difference("read marks") }
        return sources.count + marked.count
    }

    private func copyWatches(to other: CopiedStore) async throws(StoreError) -> Int {
        let known = Set(try await other.alerts.watches().map(\.name))
        let watches = try await alerts.watches().filter { !known.contains($0.name) }
        let matches = Dictionary(grouping: try await alerts.alerts(onlyUnreported: false), by: \.watch)
        for watch in watches {
            try await other.alerts.saveWatch(watch)
            let own = matches[watch.name] ?? []
            let reported = Set(own.filter(\.isReported).map { [$0.address.description, "\($0.at)"] })
            let new = try await other.alerts.noteMatches(own, of: watch.name, examined: watch.examined)
            let told = new.filter { reported.contains([$0.address.description, "\($0.at)"]) }
            try await other.alerts.noteReported(told.map(\.number))
        }
        let found = Dictionary(try await other.alerts.watches().map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        guard watches.allSatisfy({ found[$0.name] == $0 }) else { throw Self.difference("watched searches") }
        return watches.count
    }
}
