package import AggCore

/// What became of a wish to mark or unmark a record.
package struct FavoriteReport: Sendable {
    /// The sentence.
    package var message: String
    /// The record; nil where it is not known any more.
    package var row: RecordsAnswer.Row?
    /// How many favorites there are now.
    package var count: Int
    /// How many there may be.
    package var limit: Int
}
