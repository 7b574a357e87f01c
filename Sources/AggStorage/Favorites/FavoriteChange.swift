/// What became of a wish to mark or unmark a record.
package struct FavoriteChange: Hashable, Sendable {
    /// Whether anything changed.
    package var didChange: Bool
    /// How many favorites there are now.
    package var count: Int

    /// Makes a change.
    package init(didChange: Bool, count: Int) {
        self.didChange = didChange
        self.count = count
    }
}
