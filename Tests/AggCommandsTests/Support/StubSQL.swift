import AggSource
import AggStorage

/// Answers every statement with itself, or with an error.
struct StubSQL: SQLReader {
    var error: SQLError?
    var views: Set<String> = []
    /// What is answered in place of what was asked.
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
