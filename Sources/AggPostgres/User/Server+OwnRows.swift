import AggSearch
import AggSource
import AggStorage

extension Server {
    /// Changes a person's own rows in one transaction, one process at a time.
    func writeOwn<Result: Sendable>(
        _ work: @escaping @Sendable (Session) throws -> Result
    ) async throws(StoreError) -> Result {
        let schema = schema
        return try await write { session in
            try session.rows(
                "SELECT pg_advisory_xact_lock(hashtext($1), hashtext('user ' || current_user))", [.text(schema)])
            return try work(session)
        }
    }
}

/// Records in the parameters `$1` (their sources) and `$2` (their keys) of a statement.
enum OwnRecords {
    /// Returns the parameters.
    static func values(_ addresses: [RecordAddress]) -> [Value] {
        [.texts(addresses.map(\.source.description)), .texts(addresses.map(\.key))]
    }

    /// Returns the statement that deletes a person's rows of the records from a table.
    static func delete(from table: String) -> String {
        """
        DELETE FROM \(table) t USING unnest($1::text[], $2::text[]) AS n (source, key)
        WHERE t.owner = current_user AND t.source = n.source AND left(t.key, 200) = left(n.key, 200) AND t.key = n.key
        """
    }
}
