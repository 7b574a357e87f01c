package import AggSearch

/// The port to what is the user's own: favorites with their snapshots, and kept settings.
///
/// Small and precious.
package protocol UserStore: Sendable {
    /// All favorites, the newest first.
    ///
    /// - Throws: `StoreError` when the file cannot be read.
    func favorites() async throws(StoreError) -> [Favorite]

    /// The addresses of all favorites, without their snapshots; what every search asks for.
    ///
    /// - Throws: `StoreError` when the file cannot be read.
    func favoriteAddresses() async throws(StoreError) -> Set<RecordAddress>

    /// Keeps a favorite with its snapshot; one that is there already keeps its time and its place.
    ///
    /// - Returns: Whether it was new, and how many there are now.
    /// - Throws: `StoreError.favoritesFull` when there are `limit` already, and it is a new one.
    func addFavorite(_ favorite: Favorite, limit: Int) async throws(StoreError) -> FavoriteChange

    /// Changes the tags and the note of a favorite.
    ///
    /// - Returns: The favorite as it is now; nil if absent.
    /// - Throws: `StoreError` when it cannot be written.
    func editFavorite(_ address: RecordAddress, _ edit: FavoriteEdit) async throws(StoreError) -> Favorite?

    /// Keeps favorites, given newest first, with their own times; those that are there already stay as they are.
    ///
    /// - Returns: How many were new, known, and refused since there are `limit`.
    /// - Throws: `StoreError` when they cannot be written; then none was.
    func importFavorites(_ favorites: [Favorite], limit: Int) async throws(StoreError) -> FavoriteImport

    /// Removes a favorite.
    ///
    /// - Returns: Whether there was one, and how many there are now.
    /// - Throws: `StoreError` when it cannot be written.
    func removeFavorite(_ address: RecordAddress) async throws(StoreError) -> FavoriteChange

    /// The settings that were kept, by name.
    ///
    /// - Throws: `StoreError` when the file cannot be read.
    func keptSettings() async throws(StoreError) -> [String: String]

    /// Keeps a setting; nil forgets it.
    ///
    /// - Throws: `StoreError` when it cannot be written.
    func keepSetting(_ name: String, _ value: String?) async throws(StoreError)

    /// The saved searches, ordered by name.
    ///
    /// - Throws: `StoreError` when the file cannot be read.
    func savedSearches() async throws(StoreError) -> [SavedSearch]

    /// Saves a search, in place of the one of that name if there is one.
    ///
    /// - Returns: Whether the name is new.
    /// - Throws: `StoreError` when it cannot be written.
    func saveSearch(_ search: SavedSearch) async throws(StoreError) -> Bool

    /// Removes a saved search.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: `StoreError` when it cannot be written.
    func removeSearch(_ name: String) async throws(StoreError) -> Bool
}

/// A search that was saved under a name.
package struct SavedSearch: Hashable, Sendable {
    /// The name, given by the user.
    package var name: String
    /// The command as it can be typed.
    package var line: String

    /// Makes a saved search.
    package init(name: String, line: String) {
        self.name = name
        self.line = line
    }
}
