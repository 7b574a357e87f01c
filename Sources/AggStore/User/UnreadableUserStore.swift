package import AggCore

/// Stands for a file of user data that cannot be opened: whatever needs it fails with the reason, and the file stays.
package struct UnreadableUserStore: UserStore {
    /// Why the file cannot be opened.
    package let reason: StoreError

    package func favorites() async throws(StoreError) -> [Favorite] { throw reason }

    package func favoriteAddresses() async throws(StoreError) -> Set<RecordAddress> { throw reason }

    package func addFavorite(_ favorite: Favorite, limit: Int) async throws(StoreError) -> FavoriteChange {
        throw reason
    }

    package func removeFavorite(_ address: RecordAddress) async throws(StoreError) -> FavoriteChange { throw reason }

    package func keptSettings() async throws(StoreError) -> [String: String] { throw reason }

    package func keepSetting(_ name: String, _ value: String?) async throws(StoreError) { throw reason }
}
