package import AggSource

/// The port to SQL over what is stored: it reads views and nothing else.
package protocol SQLReader: Sendable {
    /// Runs one statement that reads.
    ///
    /// - Throws: `SQLError`, `.cancelled` when the task is cancelled.
    func query(_ query: SQLQuery) async throws(SQLError) -> SQLAnswer
}

/// What a statement answered.
package struct SQLAnswer: Sendable {
    /// Its rows.
    package var table: DataTable
    /// The names of the views it read; a name in a literal or of its own making is not among them.
    package var views: Set<String>

    /// Creates an answer.
    package init(_ table: DataTable, views: Set<String> = []) {
        self.table = table
        self.views = views
    }
}

/// A statement, what it is asked of, and how far it may go.
package struct SQLQuery: Sendable {
    /// The text of the statement.
    package var text: String
    /// The views there are.
    package var views: SQLViews
    /// At most so many rows.
    package var limit: Int
    /// The time after which it is stopped.
    package var timeout: Duration

    /// Makes a query.
    package init(_ text: String, views: SQLViews, limit: Int, timeout: Duration = .seconds(5)) {
        self.text = text
        self.views = views
        self.limit = limit
        self.timeout = timeout
    }
}

/// Why a statement gave no answer.
package enum SQLError: Error, Hashable, Sendable {
    /// It does more than read one statement's worth of the views; the sentence says what.
    case refused(String)
    /// It is no SQL, or speaks of what is not there.
    case invalid(String)
    /// It went wrong while it ran.
    case failed(String)
    /// It took longer than it may.
    case timedOut(Duration)
    /// It was interrupted.
    case cancelled
    /// The store could not be read.
    case store(StoreError)
}

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
