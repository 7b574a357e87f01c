import AggSearch
import AggSource
import AggStorage
import Foundation

/// The read marks of a server's user.
struct PostgresReadMarkStore: ReadMarkStore {
    let server: Server

    private var schema: String { server.schema }

    /// Returns all marks.
    func readMarks() async throws(StoreError) -> ReadMarks {
        // One statement, so that both kinds of marks are from the same state.
        let sql = """
            SELECT source, NULL, at, changes, NULL FROM \(schema).read_source WHERE owner = current_user
            UNION ALL SELECT source, key, at, NULL, is_read FROM \(schema).read_record WHERE owner = current_user
            """
        return try await server.read(fromPrimary: true) { session in
            var marks = ReadMarks()
            try session.rows(sql).forEach { row in
                guard let source = SourceID(row.text(0)) else { return }
                let at = Date(timeIntervalSince1970: row.decimal(2) ?? 0)
                if let key = row.optionalText(1) {
                    marks.records[RecordAddress(source: source, key: key)] = .init(isRead: row.flag(4), at: at)
                } else {
                    marks.sources[source] = .init(at: at, changes: row.count(3))
                }
            }
            return marks
        }
    }

    /// Marks records.
    func mark(_ records: [RecordAddress: ReadMarks.OfRecord]) async throws(StoreError) {
        guard let newest = records.values.map(\.at).max() else { return }
        let oldest = newest.addingTimeInterval(-ChangeRetention.longestSeconds)
        let (table, list) = ("\(schema).read_record", Array(records))
        try await server.writeOwn { session in
            let values = OwnRecords.values(list.map(\.key))
            try session.rows(OwnRecords.delete(from: table), values)
            try session.rows(
                """
                INSERT INTO \(table) (source, key, at, is_read)
                SELECT * FROM unnest($1::text[], $2::text[], $3::float8[], $4::boolean[])
                """,
                values + [
                    .decimals(list.map(\.value.at.timeIntervalSince1970)),
                    .texts(list.map { $0.value.isRead ? "t" : "f" }),
                ])
            try session.rows(
                "DELETE FROM \(table) WHERE owner = current_user AND at < $1", [.decimal(oldest.timeIntervalSince1970)])
        }
    }

    /// Marks all changes of sources up to a given time as read.
    func mark(_ sources: [SourceID: ReadMarks.OfSource]) async throws(StoreError) {
        guard !sources.isEmpty else { return }
        let (schema, list) = (schema, Array(sources))
        try await server.writeOwn { session in
            let values: [Value] = [
                .texts(list.map(\.key.description)), .decimals(list.map(\.value.at.timeIntervalSince1970)),
            ]
            try session.rows(
                """
                INSERT INTO \(schema).read_source (source, at, changes)
                SELECT * FROM unnest($1::text[], $2::float8[], $3::bigint[])
                ON CONFLICT (owner, source) DO UPDATE SET at = excluded.at, changes = excluded.changes
                """, values + [.integers(list.map { Int64($0.value.changes) })])
            try session.rows(
                """
                DELETE FROM \(schema).read_record r USING unnest($1::text[], $2::float8[]) AS n (source, at)
                WHERE r.owner = current_user AND r.source = n.source AND r.at <= n.at
                """, values)
        }
    }
}
