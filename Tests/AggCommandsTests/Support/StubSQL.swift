import AggSource
import AggStorage

/// Returns every statement as its own result, or throws an error.
struct StubSQL: SQLReader {
    var error: SQLError?
    var views: Set<String> = []
    /// The result to return instead of the statement.
    var table: DataTable?

    func query(_ query: SQLQuery) async throws(SQLError) -> SQLAnswer {
        if let error { throw error }
        let table =
            table
            ?? DataTable(
                columns: ["text", "limit", "timeout"],
                rows: [[.string(query.text), .integer(Int64(query.limit)), .integer(query.timeout.components.seconds)]])
        return SQLAnswer(table, views: views)
    }
}
