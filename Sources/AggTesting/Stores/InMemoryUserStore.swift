package import AggSearch
package import AggSource
package import AggStorage

/// A store of user data in memory.
package actor InMemoryUserStore: UserStore, FavoriteMergeStore {
    private var kept: [Favorite] = []
    private var histories: [RecordAddress: FavoriteHistory] = [:]
    private let clock: WallClock
    private var settings: [String: String] = [:]
    private var searches: [String: String] = [:]

    /// Creates an empty store.
    package init(clock: WallClock = .system) {
        self.clock = clock
    }

    /// All favorites, newest first; of those added at the same time, the last one stored is first.
    package func favorites() -> [Favorite] {
        kept.reversed().sorted { $0.addedAt > $1.addedAt }
    }

    /// The addresses of all favorites.
    package func favoriteAddresses() -> Set<RecordAddress> {
        Set(kept.map(\.address))
    }

    /// Adds a favorite; an existing one keeps its time and position.
    package func addFavorite(_ favorite: Favorite, limit: Int) throws(StoreError) -> FavoriteChange {
        if kept.contains(where: { $0.address == favorite.address }) {
            return FavoriteChange(didChange: false, count: kept.count)
        }
        if kept.count >= limit { throw .favoritesFull(limit: limit) }
        kept.append(favorite)
        histories[favorite.address, default: FavoriteHistory()].add(favorite, now: clock.now)
        return FavoriteChange(didChange: true, count: kept.count)
    }

    /// Changes the tags and the note of a favorite.
    package func editFavorite(_ address: RecordAddress, _ edit: FavoriteEdit) -> Favorite? {
        guard let index = kept.firstIndex(where: { $0.address == address }) else { return nil }
        let old = kept[index]
        edit.apply(to: &kept[index])
        histories[address]?.edit(from: old, to: kept[index], now: clock.now)
        return kept[index]
    }

    /// Adds favorites with their original times and histories.
    package func importFavorites(
        _ favorites: [Favorite], histories imported: [RecordAddress: FavoriteHistory], limit: Int
    ) -> FavoriteImport {
        var report = FavoriteImport()
        for favorite in favorites.reversed() {
            if kept.contains(where: { $0.address == favorite.address }) {
                report.known += 1
            } else if kept.count >= limit {
                report.refused += 1
            } else {
                kept.append(favorite)
                histories[favorite.address, default: FavoriteHistory()]
                    .restore(favorite, imported[favorite.address], now: clock.now)
                report.added += 1
            }
        }
        let known = Set(kept.map(\.address))
        histories = histories.joined(imported.filter { $0.value.snapshot == nil && !known.contains($0.key) })
        return report
    }

    /// Removes a favorite.
    package func removeFavorite(_ address: RecordAddress) -> FavoriteChange {
        let before = kept.count
        kept.removeAll { $0.address == address }
        if kept.count < before { histories[address]?.remove(now: clock.now) }
        return FavoriteChange(didChange: kept.count < before, count: kept.count)
    }

    /// The history of every record that is or was a favorite.
    package func favoriteHistories() -> [RecordAddress: FavoriteHistory] {
        histories
    }

    /// Merges the favorites with those of another machine.
    package func mergeFavorites(
        _ others: [RecordAddress: FavoriteHistory], limit: Int
    ) throws(StoreError) -> FavoriteMerge {
        let joined = histories.joined(others)
        let (old, new) = (favorites(), joined.favorites)
        let merge = try FavoriteMerge(from: old, to: new, limit: limit)
        kept = new.reversed()
        histories = joined
        return merge
    }

    /// The saved settings, by name.
    package func keptSettings() -> [String: String] {
        settings
    }

    /// Saves a setting; nil removes it.
    package func keepSetting(_ name: String, _ value: String?) {
        settings[name] = value
    }

    /// The saved searches, ordered by name.
    package func savedSearches() -> [SavedSearch] {
        searches.sorted { $0.key < $1.key }.map { SavedSearch(name: $0.key, line: $0.value) }
    }

    /// Saves a search, replacing an existing one with the same name.
    package func saveSearch(_ search: SavedSearch) -> Bool {
        searches.updateValue(search.line, forKey: search.name) == nil
    }

    /// Removes a saved search.
    package func removeSearch(_ name: String) -> Bool {
        searches.removeValue(forKey: name) != nil
    }
}
