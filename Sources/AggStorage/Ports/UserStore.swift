package import AggSearch
package import AggSource

/// The port to the user's own data: favorites with their snapshots, saved settings, and saved searches.
///
/// This data is small and cannot be fetched again.
package protocol UserStore: Sendable {
    /// All favorites, newest first; of those added at the same time, the last one stored is first.
    ///
    /// - Throws: `StoreError` if the file cannot be read.
    func favorites() async throws(StoreError) -> [Favorite]

    /// The favorites that this user can change, newest first: not those that others share. By default, all of them.
    ///
    /// - Throws: `StoreError` if the file cannot be read.
    func ownFavorites() async throws(StoreError) -> [Favorite]

    /// The addresses of all favorites without their snapshots, which every search needs.
    ///
    /// - Throws: `StoreError` if the file cannot be read.
    func favoriteAddresses() async throws(StoreError) -> Set<RecordAddress>

    /// The number of favorites that count toward the limit: not those that other users share. By default, all are counted.
    ///
    /// - Throws: `StoreError` if the file cannot be read.
    func favoriteCount() async throws(StoreError) -> Int

    /// Adds a favorite with its snapshot; an existing one keeps its time and position.
    ///
    /// - Returns: Whether it was new, and the current number of favorites.
    /// - Throws: `StoreError.favoritesFull` if it is new and there are already `limit`.
    func addFavorite(_ favorite: Favorite, limit: Int) async throws(StoreError) -> FavoriteChange

    /// Changes the tags and the note of a favorite.
    ///
    /// - Returns: The updated favorite; nil if absent, or if only another user shares it.
    /// - Throws: `StoreError` if it cannot be written.
    func editFavorite(_ address: RecordAddress, _ edit: FavoriteEdit) async throws(StoreError) -> Favorite?

    /// Adds favorites, given newest first, with their original times and histories; existing ones are unchanged.
    ///
    /// Histories of removed favorites are merged, unless the record is a favorite here.
    ///
    /// - Returns: The numbers of new, known, and rejected favorites; they are rejected beyond `limit`.
    /// - Throws: `StoreError` if they cannot be written; in that case nothing is added.
    func importFavorites(
        _ favorites: [Favorite], histories: [RecordAddress: FavoriteHistory], limit: Int
    ) async throws(StoreError) -> FavoriteImport

    /// Removes a favorite.
    ///
    /// - Returns: Whether it existed, and the current number of favorites.
    /// - Throws: `StoreError` if it cannot be written.
    func removeFavorite(_ address: RecordAddress) async throws(StoreError) -> FavoriteChange

    /// The saved settings, by name.
    ///
    /// - Throws: `StoreError` if the file cannot be read.
    func keptSettings() async throws(StoreError) -> [String: String]

    /// Saves a setting; nil removes it.
    ///
    /// - Throws: `StoreError` if it cannot be written.
    func keepSetting(_ name: String, _ value: String?) async throws(StoreError)

    /// The saved searches, ordered by name.
    ///
    /// - Throws: `StoreError` if the file cannot be read.
    func savedSearches() async throws(StoreError) -> [SavedSearch]

    /// Saves a search, replacing an existing one with the same name.
    ///
    /// - Returns: Whether the name was new.
    /// - Throws: `StoreError` if it cannot be written.
    func saveSearch(_ search: SavedSearch) async throws(StoreError) -> Bool

    /// Removes a saved search.
    ///
    /// - Returns: Whether it existed.
    /// - Throws: `StoreError` if it cannot be written.
    func removeSearch(_ name: String) async throws(StoreError) -> Bool

    /// Does work whose changes belong together, such as those of one command: a backup has all of them, even if it was
    /// made after the first.
    ///
    /// - Throws: What the work throws.
    func asOneChange<Value: Sendable, Failure: Error>(
        _ work: @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value
}

extension UserStore {
    /// All favorites: most stores have only one user.
    ///
    /// - Throws: `StoreError` if the file cannot be read.
    package func ownFavorites() async throws(StoreError) -> [Favorite] { try await favorites() }

    /// Counts all favorites: most stores have only one user.
    ///
    /// - Throws: `StoreError` if the file cannot be read.
    package func favoriteCount() async throws(StoreError) -> Int { try await favoriteAddresses().count }

    /// Does the work: most stores make no backups.
    package func asOneChange<Value: Sendable, Failure: Error>(
        _ work: @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await work()
    }
}

/// A search saved under a name.
package struct SavedSearch: Hashable, Sendable {
    /// The name, given by the user.
    package var name: String
    /// The command, as it can be typed.
    package var line: String

    /// Creates a saved search.
    package init(name: String, line: String) {
        self.name = name
        self.line = line
    }
}

/// The port for merging favorites with another machine's.
package protocol FavoriteMergeStore: Sendable {
    /// The history of every record that is or was a favorite.
    ///
    /// - Throws: `StoreError` if the file cannot be read.
    func favoriteHistories() async throws(StoreError) -> [RecordAddress: FavoriteHistory]

    /// Merges the favorites with another machine's.
    ///
    /// - Throws: `StoreError.mergeTooLarge` if there would be more than before and than `limit`; in that case nothing changes.
    func mergeFavorites(
        _ histories: [RecordAddress: FavoriteHistory], limit: Int
    ) async throws(StoreError) -> FavoriteMerge
}

/// The port to the user's read marks.
///
/// They are small: one per source, and one per marked record for as long as its changes are kept.
package protocol ReadMarkStore: Sendable {
    /// All marks.
    ///
    /// - Throws: `StoreError` if the file cannot be read.
    func readMarks() async throws(StoreError) -> ReadMarks

    /// Marks records, replacing earlier marks of the same records.
    ///
    /// Marks more than `ChangeRetention.longestSeconds` older than the newest of these are removed.
    ///
    /// - Throws: `StoreError` if it cannot be written.
    func mark(_ records: [RecordAddress: ReadMarks.OfRecord]) async throws(StoreError)

    /// Marks all changes of sources up to a given time as read, and removes the earlier marks of their records.
    ///
    /// - Throws: `StoreError` if it cannot be written.
    func mark(_ sources: [SourceID: ReadMarks.OfSource]) async throws(StoreError)
}
