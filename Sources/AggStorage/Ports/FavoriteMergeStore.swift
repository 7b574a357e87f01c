package import AggSearch

/// The port for joining favorites with those of another machine.
package protocol FavoriteMergeStore: Sendable {
    /// What happened to every record that is or was a favorite.
    ///
    /// - Throws: `StoreError` if the file cannot be read.
    func favoriteHistories() async throws(StoreError) -> [RecordAddress: FavoriteHistory]

    /// Joins the favorites with those of another machine.
    ///
    /// - Throws: `StoreError.favoritesFull` if there would be more than `limit`; nothing is changed then.
    func mergeFavorites(
        _ histories: [RecordAddress: FavoriteHistory], limit: Int
    ) async throws(StoreError) -> FavoriteMerge
}
