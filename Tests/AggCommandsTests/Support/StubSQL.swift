import AggCore

/// Answers every statement with itself, or with an error.
struct StubSQL: SQLReader {
    var error: SQLError?

    func query(_ query: SQLQuery) async throws(SQLError) -> DataTable {
        if let error { throw error }
        return DataTable(
            columns: ["text", "limit", "timeout"],
            rows: [[.string(query.text), .integer(Int64(query.limit)), .integer(query.timeout.components.seconds)]])
    }
}
