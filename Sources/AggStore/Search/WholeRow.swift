import AggSearch
import AggSource

/// What makes a match of a row that is read whole, where rows are not gone through tier by tier.
struct WholeRow {
    /// The columns that are read.
    static let columns = StoredRecord.columns + ", folded, alternate, other_titles, words"

    let matcher: TierMatcher
    /// The keys of the source's favorites.
    let favorites: Set<String>

    /// The match of a row that begins with `columns`; nil where the text is not in it.
    ///
    /// - Throws: `DamagedRecord`.
    func match(_ row: borrowing PreparedStatement) throws -> SearchMatch? {
        let record = try StoredRecord.record(row)
        let first = StoredRecord.columnCount
        let words =
            matcher.needsMarks
            ? RecordWords(written: record)
            : SearchableText.recordWords(
                title: row.text(first), alternate: row.optionalText(first + 1),
                otherTitles: row.optionalText(first + 2), words: row.text(first + 3))
        return matcher.tier(of: words).map {
            SearchMatch(record: record, tier: $0, isFavorite: favorites.contains(record.key))
        }
    }
}
