package import AggSearch

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
