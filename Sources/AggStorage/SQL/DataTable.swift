package import AggSource

/// Columns and rows of values, as an answer that is no list of records.
package struct DataTable: Hashable, Sendable {
    /// The names of the columns.
    package var columns: [String]
    /// The rows, each with a value for every column: null, booleans, numbers and text.
    package var rows: [[JSONValue]]
    /// Whether there are more rows than were asked for.
    package var isTruncated: Bool

    /// Makes a table.
    package init(columns: [String], rows: [[JSONValue]] = [], isTruncated: Bool = false) {
        self.columns = columns
        self.rows = rows
        self.isTruncated = isTruncated
    }
}
