import AggSearch
import AggSource
import AggStorage
import Foundation

/// The recorded changes of one source.
struct StoredChanges {
    let schema: String
    let session: Session
    let source: SourceRow
    var retention = ChangeRetention()

    /// Returns the changes since a time, or those of the last refresh; those of renewed refreshes only if asked for.
    func log(since time: Date?, limit: Int, listsRenewed: Bool = false) throws -> ChangeLog {
        var log = ChangeLog(lastChange: try lastChange(), listsRenewed: listsRenewed)
        let (span, values) = span(since: time)
        var numbers: [Int64: Date] = [:]
        try session.rows(
            """
            SELECT number, at, kind, added, changed, removed FROM \(schema).refresh WHERE source = $1 AND \(span)
            ORDER BY number DESC
            """, values
        ).forEach { row in
            let at = Date(timeIntervalSince1970: row.decimal(1) ?? 0)
            guard let kind = ChangeLog.Refresh.Kind(rawValue: row.text(2)) else { return }
            numbers[row.integer(0)] = at
            log.refreshes.append(
                .init(at: at, kind: kind, added: row.count(3), changed: row.count(4), removed: row.count(5)))
        }
        let changes = changes(in: listsRenewed ? span : "\(span) AND \(Self.isNotRenewed)")
        log.kept = try session.number("SELECT count(*) \(changes)", values) ?? 0
        try session.rows(
            "SELECT \(Self.columns) \(changes) ORDER BY refresh DESC, id LIMIT $3", values + [Value(limit)]
        ).forEach { row in
            if let at = numbers[row.integer(0)], let change = try change(row, at) { log.changes.append(change) }
        }
        return log
    }

    /// Returns when each source last changed, omitting sources without known changes.
    static func times(_ schema: String, _ session: Session) throws -> [SourceID: Date] {
        var times: [SourceID: Date] = [:]
        try session.rows(
            """
            SELECT s.id, r.at FROM \(schema).source s CROSS JOIN LATERAL (
                SELECT at FROM \(schema).refresh WHERE source = s.number ORDER BY number DESC LIMIT 1) r
            """
        ).forEach { row in
            guard let source = SourceID(row.text(0)), let at = row.decimal(1) else { return }
            times[source] = Date(timeIntervalSince1970: at)
        }
        return times
    }

    /// Returns the changes that the last refresh made to records with the given keys.
    func last(of keys: Set<String>) throws -> [RecordChange] {
        guard let at = try lastChange() else { return [] }
        let (span, values) = span(since: nil)
        return try session.rows(
            """
            SELECT \(Self.columns) \(changes(in: "\(span) AND \(Self.isNotRenewed)"))
                AND key IN (SELECT unnest($3::text[])) ORDER BY id
            """, values + [.texts(keys.sorted())]
        ).map { try change($0, at) }.compactMap(\.self)
    }

    /// Returns the changes to the record with a key, newest first.
    func all(of key: String) throws -> [RecordChange] {
        try session.rows(
            """
            SELECT \(Self.columns), at FROM \(schema).change c JOIN \(schema).refresh r ON r.number = refresh
            WHERE source = $1 AND key = $2 AND r.\(Self.isNotRenewed) ORDER BY refresh DESC, id DESC
            """, [.integer(source.number), .text(key)]
        ).map { try change($0, Date(timeIntervalSince1970: $0.decimal(5) ?? 0)) }.compactMap(\.self)
    }

    /// Selects the refreshes since a time or, without one, the last refresh, unless a later response changed nothing.
    private func span(since time: Date?) -> (sql: String, values: [Value]) {
        let from = time ?? source.state.fetchedAt ?? .distantPast
        return (
            time == nil ? "\(isOfLast) AND at >= $2" : "at >= $2",
            [.integer(source.number), .decimal(from.timeIntervalSince1970)]
        )
    }

    private static let columns = "refresh, c.kind, key, title, fields"
    private static let isNotRenewed = "kind <> '\(ChangeLog.Refresh.Kind.renewed.rawValue)'"
    /// Selects the entries of the last refresh: the last one, and a renewed one for the same response.
    private var isOfLast: String {
        """
        (number = \(last) OR NOT \(Self.isNotRenewed)
            AND at > (SELECT at - \(ChangeLog.greatestGap) FROM \(schema).refresh WHERE number = \(last)))
        """
    }
    private var last: String { "(SELECT max(number) FROM \(schema).refresh WHERE source = $1)" }

    private func changes(in span: String) -> String {
        "FROM \(schema).change c WHERE refresh IN (SELECT number FROM \(schema).refresh WHERE source = $1 AND \(span))"
    }

    /// Returns the change in a row that starts with `columns`; nil if this version doesn't recognize its kind.
    private func change(_ row: Rows.Row, _ at: Date) throws -> RecordChange? {
        guard let kind = RecordChange.Kind(rawValue: row.text(1)) else { return nil }
        return RecordChange(
            address: RecordAddress(source: source.id, key: row.text(2)), title: row.text(3), kind: kind, at: at,
            fields: try row.optionalText(4).map(FieldChangesJSON.changes) ?? [])
    }

    /// Returns when the source last changed; nil if no change is known.
    func lastChange() throws -> Date? {
        try session.rows("SELECT at FROM \(schema).refresh WHERE number = \(last)", [.integer(source.number)]).first?
            .decimal(0).map(Date.init(timeIntervalSince1970:))
    }

    /// Deletes all changes.
    func removeAll() throws { try forget("true") }

    /// Deletes the changes before a time and those beyond the limits; the changes after `examined` have a higher limit.
    func forget(before time: Date, unexaminedSince examined: Date? = nil) throws {
        try forget("at < $2", [.decimal(time.timeIntervalSince1970)])
        try forget(
            """
            number <= (SELECT number FROM \(schema).refresh WHERE source = $1 ORDER BY number DESC LIMIT 1 OFFSET $2)
            """, [Value(ChangeLog.greatestRefreshes)])
        // No watched search needs these any more.
        try session.rows(
            """
            DELETE FROM \(schema).change WHERE refresh IN (\(refreshes) AND NOT \(Self.isNotRenewed) AND at <= $2)
            """, [.integer(source.number), .decimal((examined ?? .distantFuture).timeIntervalSince1970)])
        try forgetChanges(beyond: retention.count, upTo: examined ?? .distantFuture)
        if examined != nil { try forgetChanges(beyond: ChangeRetention.mostUnexamined, upTo: .distantFuture) }
    }

    private var refreshes: String { "SELECT number FROM \(schema).refresh WHERE source = $1" }

    /// Deletes the changes up to a time that are not among the first `count` of the source in the order of `log`; those
    /// of renewed refreshes don't count.
    private func forgetChanges(beyond count: Int, upTo time: Date) throws {
        let refreshes = "\(refreshes) AND \(Self.isNotRenewed)"
        try session.rows(
            """
            DELETE FROM \(schema).change WHERE refresh IN (\(refreshes) AND at <= $3) AND (refresh, -id) <= (
                SELECT refresh, -id FROM \(schema).change WHERE refresh IN (\(refreshes))
                ORDER BY refresh DESC, id LIMIT 1 OFFSET $2)
            """, [.integer(source.number), Value(count), .decimal(time.timeIntervalSince1970)])
    }

    /// Deletes the refreshes selected by a condition, along with their changes.
    private func forget(_ condition: String, _ values: [Value] = []) throws {
        let values = [.integer(source.number)] + values
        let forgotten = "SELECT number FROM \(schema).refresh WHERE source = $1 AND \(condition)"
        try session.rows("DELETE FROM \(schema).change WHERE refresh IN (\(forgotten))", values)
        try session.rows("DELETE FROM \(schema).refresh WHERE number IN (\(forgotten))", values)
    }
}
