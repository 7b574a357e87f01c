import AggSearch
import AggSource
import AggStorage

/// A user file that can be neither read nor written.
struct UnwritableUserStore: UserStore {
    private let reason = StoreError.readOnly(file: "user.sqlite")

    func favorites() async throws(StoreError) -> [Favorite] { throw reason }
    func favoriteAddresses() async throws(StoreError) -> Set<RecordAddress> { throw reason }
    func addFavorite(_ favorite: Favorite, limit: Int) async throws(StoreError) -> FavoriteChange { throw reason }
    func editFavorite(_ address: RecordAddress, _ edit: FavoriteEdit) async throws(StoreError) -> Favorite? {
        throw reason
    }
    func importFavorites(
        _ favorites: [Favorite], histories: [RecordAddress: FavoriteHistory], limit: Int
    ) async throws(StoreError) -> FavoriteImport {
        throw reason
    }
    func removeFavorite(_ address: RecordAddress) async throws(StoreError) -> FavoriteChange { throw reason }
    func keptSettings() async throws(StoreError) -> [String: String] { throw reason }
    func keepSetting(_ name: String, _ value: String?) async throws(StoreError) { throw reason }
    func savedSearches() async throws(StoreError) -> [SavedSearch] { throw reason }
    func saveSearch(_ search: SavedSearch) async throws(StoreError) -> Bool { throw reason }
    func removeSearch(_ name: String) async throws(StoreError) -> Bool { throw reason }
}
