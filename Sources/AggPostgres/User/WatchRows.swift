import AggSearch
import AggSource
import AggStorage
import Foundation

/// A person's watched search and its matches, within a transaction.
struct WatchRows: Sendable {
    let schema: String
    /// The name of the saved search.
    let name: String

    /// Whether the watched search exists.
    func isWatched(_ session: Session) throws -> Bool {
        try session.number(
            "SELECT 1 FROM \(schema).watch WHERE owner = current_user AND name = $1", [.text(name)]) != nil
    }

    /// Stores the times of the last refreshes examined.
    func noteExamined(_ examined: [SourceID: Date], _ session: Session) throws {
        if examined.isEmpty { return }
        let list = Array(examined)
        try session.rows(
            """
            INSERT INTO \(schema).watched (watch, source, at)
            SELECT $1::text, source, at FROM unnest($2::text[], $3::float8[]) AS n (source, at)
            ON CONFLICT (owner, watch, source) DO UPDATE SET at = excluded.at
            """,
            [
                .text(name), .texts(list.map(\.key.description)),
                .decimals(list.map(\.value.timeIntervalSince1970)),
            ])
    }

    /// Inserts matches, in order, and returns those that were not stored before.
    func insert(_ alerts: [Alert], _ session: Session) throws -> [Alert] {
        if alerts.isEmpty { return [] }
        var known = try times(of: alerts.map(\.address), session)
        var new = alerts.filter { alert in
            known[alert.address, default: []].insert(alert.at).inserted
        }
        let numbers = try session.rows(
            """
            INSERT INTO \(schema).alert (watch, source, key, title, kind, at)
            SELECT $3::text, source, key, title, kind, at
            FROM unnest($1::text[], $2::text[], $4::text[], $5::text[], $6::float8[])
                WITH ORDINALITY AS n (source, key, title, kind, at, place)
            ORDER BY place RETURNING number
            """,
            OwnRecords.values(new.map(\.address)) + [
                .text(name), .texts(new.map(\.title)), .texts(new.map(\.kind.rawValue)),
                .decimals(new.map(\.at.timeIntervalSince1970)),
            ]
        ).map { $0.integer(0) }
        for (index, number) in zip(new.indices, numbers) { new[index].number = number }
        return new
    }

    /// Returns the times of the stored matches of some records.
    private func times(of addresses: [RecordAddress], _ session: Session) throws -> [RecordAddress: Set<Date>] {
        var times: [RecordAddress: Set<Date>] = [:]
        try session.rows(
            """
            SELECT a.source, a.key, a.at FROM \(schema).alert a JOIN unnest($1::text[], $2::text[]) AS n (source, key)
                ON a.source = n.source AND left(a.key, 200) = left(n.key, 200) AND a.key = n.key
            WHERE a.owner = current_user AND a.watch = $3
            """, OwnRecords.values(addresses) + [.text(name)]
        ).forEach { row in
            guard let source = SourceID(row.text(0)) else { return }
            times[RecordAddress(source: source, key: row.text(1)), default: []]
                .insert(Date(timeIntervalSince1970: row.decimal(2) ?? 0))
        }
        return times
    }

    /// Removes reported matches of all watched searches that are too old to be kept.
    func forget(before newest: Date, _ session: Session) throws {
        let oldest = newest.addingTimeInterval(-ChangeRetention().seconds)
        try session.rows(
            "DELETE FROM \(schema).alert WHERE owner = current_user AND at < $1 AND is_reported",
            [.decimal(oldest.timeIntervalSince1970)])
    }

    /// Removes the watched search and its matches.
    func remove(_ session: Session) throws {
        for (table, column) in [("alert", "watch"), ("watched", "watch"), ("watch", "name")] {
            try session.rows(
                "DELETE FROM \(schema).\(table) WHERE owner = current_user AND \(column) = $1", [.text(name)])
        }
    }
}
