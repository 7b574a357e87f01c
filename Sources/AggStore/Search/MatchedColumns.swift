import AggSearch
import AggStorage

/// The columns needed to check a row for words if the text index is not enough.
struct MatchedColumns {
    private let matcher: TierMatcher
    private let written: WrittenColumns
    private let first: Int

    /// Creates the columns, to follow a number of other columns.
    init(_ text: SearchText, after count: Int) {
        matcher = TierMatcher(text)
        written = WrittenColumns(isNeeded: matcher.needsMarks, after: count + 4)
        first = count
    }

    /// `, …` for the end of a list of columns.
    var sql: String { ", record.folded, record.alternate, record.other_titles, record.words" + written.sql }

    /// Whether a row contains the words.
    ///
    /// - Throws: `DamagedRecord`.
    func match(_ row: borrowing PreparedStatement) throws -> Bool {
        let words = try written.words(row) ?? SearchableText.recordWords(row, from: first)
        return matcher.tier(of: words) != nil
    }
}
