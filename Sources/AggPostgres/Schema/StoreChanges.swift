/// Tells whether anything in a store has changed.
enum StoreChanges {
    /// Returns a text that changes with the rows that this user sees, except locks.
    ///
    /// Each change of a source's rows changes the source's own row. A changed row has the number of another transaction,
    /// and a place in its table that no other row had at that time.
    static func text(_ schema: String, _ session: Session) throws -> String {
        let tables = ["source"] + SchemaText.ownTables.filter { $0 != "own_lease" }
        let sums = tables.map { table in
            "(SELECT sum(hashtextextended(xmin::text || ctid::text, 0))::text FROM \(schema).\(table))"
        }
        let row = try session.rows("SELECT \(sums.joined(separator: ", "))").first
        return tables.indices.map { row?.optionalText($0) ?? "-" }.joined(separator: " ")
    }
}
