import AggCore

/// An answer as columns and rows of exact text: what csv, tsv and Markdown write.
package struct AnswerTable: Sendable {
    let columns: [String]
    /// How many rows there are.
    let count: Int
    /// The texts of a row, made when they are asked for.
    let row: @Sendable (Int) -> [String]

    var rows: [[String]] { (0..<count).map(row) }

    /// Makes a table of many rows.
    init(_ columns: [String], count: Int, row: @escaping @Sendable (Int) -> [String]) {
        self.columns = columns
        self.count = count
        self.row = row
    }

    /// Makes a table of a few rows, with the columns that were chosen; those it does not have are empty.
    package init(_ columns: [String], _ rows: [[String]], choosing chosen: [String]?) {
        let places = (chosen ?? columns).map { columns.firstIndex(of: $0) }
        self.init(chosen ?? columns, count: rows.count) { row in places.map { $0.map { rows[row][$0] } ?? "" } }
    }

    /// Every column that an answer may have beside those of the sources.
    static let ownColumns =
        RecordColumns.usual + ["key", "alternative_titles", "matched_title", "match", "why", "distance_km"]
        + RecordColumns.ofFavorites + SourcesReport.columnNames + RefreshReport.columnNames + SettingsReport.columnNames
        + SavedSearchesReport.columnNames + SourceDetails.columnNames + HealthReport.columnNames
}
