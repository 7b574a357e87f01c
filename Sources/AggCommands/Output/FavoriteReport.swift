package import AggCore

/// What became of a wish to mark or unmark records.
package struct FavoriteReport: Sendable {
    /// A sentence for each record.
    package var messages: [String]
    /// The records that are known.
    package var rows: [RecordsAnswer.Row]
    /// How many favorites there are now.
    package var count: Int
    /// How many there may be.
    package var limit: Int
}
