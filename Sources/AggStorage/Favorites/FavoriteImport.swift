/// What became of favorites that were imported.
package struct FavoriteImport: Hashable, Sendable {
    /// How many were new.
    package var added: Int
    /// How many were there already.
    package var known: Int
    /// How many found no room.
    package var refused: Int

    /// Makes the counts.
    package init(added: Int = 0, known: Int = 0, refused: Int = 0) {
        self.added = added
        self.known = known
        self.refused = refused
    }
}
