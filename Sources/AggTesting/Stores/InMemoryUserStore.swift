public import AggCore

/// A store of user data in memory.
public actor InMemoryUserStore: UserStore {
    private var kept: [Favorite] = []
    private var settings: [String: String] = [:]

    /// Makes an empty store.
    public init() {}

    public func favorites() -> [Favorite] {
        kept.reversed()
    }

    public func favoriteAddresses() -> Set<RecordAddress> {
        Set(kept.map(\.address))
    }

    public func addFavorite(_ favorite: Favorite, limit: Int) throws(StoreError) -> FavoriteChange {
        if kept.contains(where: { $0.address == favorite.address }) {
            return FavoriteChange(didChange: false, count: kept.count)
        }
        if kept.count >= limit { throw .favoritesFull(limit: limit) }
        kept.append(favorite)
        return FavoriteChange(didChange: true, count: kept.count)
    }

    public func removeFavorite(_ address: RecordAddress) -> FavoriteChange {
        let before = kept.count
        kept.removeAll { $0.address == address }
        return FavoriteChange(didChange: kept.count < before, count: kept.count)
    }

    public func keptSettings() -> [String: String] {
        settings
    }

    public func keepSetting(_ name: String, _ value: String?) {
        settings[name] = value
    }
}
