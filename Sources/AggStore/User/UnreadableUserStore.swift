package import AggCore

/// Stands for a file of user data that cannot be opened: whatever needs it fails with the reason, and the file stays.
package struct UnreadableUserStore: UserStore {
    /// Why the file cannot be opened.
    package let reason: StoreError

    /// Fails with the reason.
    package func favorites() async throws(StoreError) -> [Favorite] { throw reason }

    /// Fails with the reason.
    package func favoriteAddresses() async throws(StoreError) -> Set<RecordAddress> { throw reason }

    /// Fails with the reason.
    package func addFavorite(_ favorite: Favorite, limit: Int) async throws(StoreError) -> FavoriteChange {
        throw reason
    }

    /// Fails with the reason.
    package func editFavorite(_ address: RecordAddress, _ edit: FavoriteEdit) async throws(StoreError) -> Favorite? {
        throw reason
    }

    /// Fails with the reason.
    package func importFavorites(
        _ favorites: [Favorite], limit: Int
    ) async throws(StoreError) -> FavoriteImport {
        throw reason
    }

    /// Fails with the reason.
    package func removeFavorite(_ address: RecordAddress) async throws(StoreError) -> FavoriteChange { throw reason }

    /// Fails with the reason.
    package func keptSettings() async throws(StoreError) -> [String: String] { throw reason }

    /// Fails with the reason.
    package func keepSetting(_ name: String, _ value: String?) async throws(StoreError) { throw reason }

    /// Fails with the reason.
    package func savedSearches() async throws(StoreError) -> [SavedSearch] { throw reason }

    /// Fails with the reason.
    package func saveSearch(_ search: SavedSearch) async throws(StoreError) -> Bool { throw reason }

    /// Fails with the reason.
    package func removeSearch(_ name: String) async throws(StoreError) -> Bool { throw reason }
}
