package import AggSource

/// The port for SQL queries on the store, which can only read views.
package protocol SQLReader: Sendable {
    /// Runs one read-only statement.
    ///
    /// - Throws: `SQLError`, `.cancelled` if the task is canceled.
    func query(_ query: SQLQuery) async throws(SQLError) -> SQLAnswer
}

/// The result of a statement.
package struct SQLAnswer: Sendable {
    /// Its rows.
    package var table: DataTable
    /// The names of the views it read; not names in literals or those it defined itself.
    package var views: Set<String>

    /// Creates an answer.
    package init(_ table: DataTable, views: Set<String> = []) {
        self.table = table
        self.views = views
    }
}

/// A statement, the views it can use, and its limits.
package struct SQLQuery: Sendable {
    /// The text of the statement.
    package var text: String
    /// The available views.
    package var views: SQLViews
    /// The maximum number of rows.
    package var limit: Int
    /// The time limit.
    package var timeout: Duration

    /// Creates a query.
    package init(_ text: String, views: SQLViews, limit: Int, timeout: Duration = .seconds(5)) {
        self.text = text
        self.views = views
        self.limit = limit
        self.timeout = timeout
    }
}

/// Why a statement failed.
package enum SQLError: Error, Hashable, Sendable {
    /// It is not a single statement that only reads views; the sentence explains why.
    case refused(String)
    /// It is not valid SQL, or refers to something that does not exist.
    case invalid(String)
    /// An error occurred while it ran.
    case failed(String)
    /// It exceeded the time limit.
    case timedOut(Duration)
    /// It was interrupted.
    case cancelled
    /// The store could not be read.
    case store(StoreError)
}

/// Columns and rows of values, for an answer that is not a list of records.
package struct DataTable: Hashable, Sendable {
    /// The names of the columns.
    package var columns: [String]
    /// The rows, each with a value for every column: null, Booleans, numbers, and text.
    package var rows: [[JSONValue]]
    /// Whether there are more rows than the limit.
    package var isTruncated: Bool

    /// Creates a table.
    package init(columns: [String], rows: [[JSONValue]] = [], isTruncated: Bool = false) {
        self.columns = columns
        self.rows = rows
        self.isTruncated = isTruncated
    }

    /// Gives repeated names of columns a number, so that every column has a name of its own.
    package static func unique(_ names: [String]) -> [String] {
        var taken: Set<String> = []
        return names.map { name in
            var unique = name
            var number = 2
            while !taken.insert(unique).inserted {
                unique = "\(name)_\(number)"
                number += 1
            }
            return unique
        }
    }
}
