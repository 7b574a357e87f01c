import AggSearch
import AggSource
import AggStorage

/// Matches a row that is read completely, when rows are not searched tier by tier.
struct WholeRow {
    /// The columns to read.
    static let columns = StoredRecord.columns + ", folded, alternate, other_titles, words"

    let matcher: TierMatcher
    /// The keys of the source's favorites.
    let favorites: Set<String>

    /// The match of a row that starts with `columns`; nil if it doesn't contain the text.
    ///
    /// - Throws: `DamagedRecord`.
    func match(_ row: borrowing PreparedStatement) throws -> SearchMatch? {
        let record = try StoredRecord.record(row)
        let words =
            matcher.needsMarks
            ? RecordWords(written: record) : SearchableText.recordWords(row, from: StoredRecord.columnCount)
        return matcher.tier(of: words).map {
            SearchMatch(record: record, tier: $0, isFavorite: favorites.contains(record.key))
        }
    }
}
