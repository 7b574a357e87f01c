import AggSearch
import AggSource
import AggStorage
import Foundation
import GRDB

/// The recorded changes of one source.
struct MirrorChanges {
    let db: Database
    let source: SourceRow
    var retention = ChangeRetention()

    /// The changes since a time, or those of the last refresh; those of renewed refreshes only if asked for.
    func log(since time: Date?, limit: Int, listsRenewed: Bool = false) throws -> ChangeLog {
        var log = ChangeLog(lastChange: try lastChange(), listsRenewed: listsRenewed)
        let (span, values) = span(since: time)
        var numbers: [Int64: Date] = [:]
        try db.forEachRow(
            "SELECT number, at, kind, added, changed, removed FROM refresh WHERE source = ?1 AND \(span) ORDER BY number DESC",
            values
        ) { row in
            let at = row.date(1)
            guard let kind = ChangeLog.Refresh.Kind(rawValue: row.text(2)) else { return true }
            numbers[row.integer(0)] = at
            log.refreshes.append(
                .init(
                    at: at, kind: kind, added: Int(row.integer(3)), changed: Int(row.integer(4)),
                    removed: Int(row.integer(5))))
            return true
        }
        let changes = Self.changes(in: listsRenewed ? span : "\(span) AND \(Self.isNotRenewed)")
        log.kept = Int(try db.integer("SELECT count(*) \(changes)", values) ?? 0)
        try db.forEachRow(
            "SELECT \(Self.columns) \(changes) ORDER BY refresh DESC, id LIMIT ?3",
            values + [SQLValue(limit)]
        ) { row in
            if let at = numbers[row.integer(0)], let change = try change(row, at) { log.changes.append(change) }
            return true
        }
        return log
    }

    /// When each source last changed; sources without known changes are omitted.
    static func times(_ db: Database) throws -> [SourceID: Date] {
        var times: [SourceID: Date] = [:]
        try db.forEachRow(
            """
            SELECT id, (SELECT at FROM refresh r WHERE r.source = s.number ORDER BY r.number DESC LIMIT 1) FROM source s
            """
        ) { row in
            guard let source = SourceID(row.text(0)), let at = row.optionalDate(1) else { return true }
            times[source] = at
            return true
        }
        return times
    }

    /// The changes that the last refresh made to records with the given keys; no other changes are read.
    func last(of keys: Set<String>) throws -> [RecordChange] {
        guard let at = try lastChange() else { return [] }
        let (span, values) = span(since: nil)
        let list = JSONValue.array(keys.sorted().map(JSONValue.string)).text
        var found: [RecordChange] = []
        try db.forEachRow(
            """
            SELECT \(Self.columns) \(Self.changes(in: "\(span) AND \(Self.isNotRenewed)")) AND key IN (SELECT value FROM json_each(?3)) ORDER BY id
            """, values + [.text(list)]
        ) { row in
            if let change = try change(row, at) { found.append(change) }
            return true
        }
        return found
    }

    /// The changes to the record with a key, newest first.
    func all(of key: String) throws -> [RecordChange] {
        var found: [RecordChange] = []
        try db.forEachRow(
            """
            SELECT refresh, kind, key, title, fields, (SELECT at FROM refresh WHERE number = change.refresh) FROM change
            WHERE refresh IN (SELECT number FROM refresh WHERE source = ?1 AND \(Self.isNotRenewed)) AND key = ?2
            ORDER BY refresh DESC, id DESC
            """, [.integer(source.number), .text(key)]
        ) { row in
            let at = row.date(5)
            if let change = try change(row, at) { found.append(change) }
            return true
        }
        return found
    }

    /// Selects the refreshes since a time; without one, the last refresh, unless a later response changed nothing.
    private func span(since time: Date?) -> (sql: String, values: [SQLValue]) {
        let from = time ?? source.state.fetchedAt ?? .distantPast
        return (
            time == nil ? "\(Self.isOfLast) AND at >= ?2" : "at >= ?2",
            [.integer(source.number), .decimal(from.timeIntervalSince1970)]
        )
    }

    private static let columns = "refresh, kind, key, title, fields"
    private static let isNotRenewed = "kind <> '\(ChangeLog.Refresh.Kind.renewed.rawValue)'"
    /// Selects the entries of the last refresh: the last one, and a renewed one for the same response.
    private static let isOfLast = """
        (number = \(last) OR NOT \(isNotRenewed)
            AND at > (SELECT at - \(ChangeLog.greatestGap) FROM refresh WHERE number = \(last)))
        """

    private static func changes(in span: String) -> String {
        "FROM change WHERE refresh IN (SELECT number FROM refresh WHERE source = ?1 AND \(span))"
    }

    /// The change in a row that starts with `columns`; nil if this version doesn't know its kind.
    private func change(_ row: borrowing PreparedStatement, _ at: Date) throws -> RecordChange? {
        guard let kind = RecordChange.Kind(rawValue: row.text(1)) else { return nil }
        return RecordChange(
            address: RecordAddress(source: source.id, key: row.text(2)), title: row.text(3), kind: kind, at: at,
            fields: try row.optionalText(4).map(FieldChangesJSON.changes) ?? [])
    }

    /// Deletes all changes.
    func removeAll() throws {
        try forget("1")
    }

    /// Deletes the changes before a time and those beyond the limits; the changes after `examined` have a higher limit.
    func forget(before time: Date, unexaminedSince examined: Date? = nil) throws {
        try forget("at < ?2", [.decimal(time.timeIntervalSince1970)])
        try forget(
            "number <= (SELECT number FROM refresh WHERE source = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)",
            [SQLValue(ChangeLog.greatestRefreshes)])
        // No watched search needs these any more.
        try db.run(
            "DELETE FROM change WHERE refresh IN (\(Self.refreshes) AND NOT \(Self.isNotRenewed) AND at <= ?2)",
            [.integer(source.number), .decimal((examined ?? .distantFuture).timeIntervalSince1970)])
        try forgetChanges(beyond: retention.count, upTo: examined ?? .distantFuture)
        if examined != nil { try forgetChanges(beyond: ChangeRetention.mostUnexamined, upTo: .distantFuture) }
    }

    private static let refreshes = "SELECT number FROM refresh WHERE source = ?1"

    /// Deletes the changes up to a time that are not among the first `count` of the source in the order of `log`; those
    /// of renewed refreshes don't count.
    private func forgetChanges(beyond count: Int, upTo time: Date) throws {
        let refreshes = "\(Self.refreshes) AND \(Self.isNotRenewed)"
        try db.run(
            """
            DELETE FROM change WHERE refresh IN (\(refreshes) AND at <= ?3) AND (refresh, -id) <= (
                SELECT refresh, -id FROM change WHERE refresh IN (\(refreshes))
                ORDER BY refresh DESC, id LIMIT 1 OFFSET ?2)
            """, [.integer(source.number), SQLValue(count), .decimal(time.timeIntervalSince1970)])
    }

    /// Deletes the refreshes selected by a condition, along with their changes.
    private func forget(_ condition: String, _ values: [SQLValue] = []) throws {
        let values = [.integer(source.number)] + values
        let forgotten = "SELECT number FROM refresh WHERE source = ?1 AND \(condition)"
        try db.run("DELETE FROM change WHERE refresh IN (\(forgotten))", values)
        try db.run("DELETE FROM refresh WHERE number IN (\(forgotten))", values)
    }

    /// When the source last changed; nil if no change is known.
    func lastChange() throws -> Date? {
        var found: Date?
        try db.forEachRow("SELECT at FROM refresh WHERE number = \(Self.last)", [.integer(source.number)]) { row in
            found = row.optionalDate(0)
            return false
        }
        return found
    }

    private static let last = "(SELECT max(number) FROM refresh WHERE source = ?1)"
}
