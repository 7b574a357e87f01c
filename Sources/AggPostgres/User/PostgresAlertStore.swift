import AggSearch
import AggSource
import AggStorage
import Foundation

/// The watched searches of a server's user, and their matches.
struct PostgresAlertStore: AlertStore {
    let server: Server

    private var schema: String { server.schema }

    /// Returns the watched searches, ordered by name.
    func watches() async throws(StoreError) -> [Watch] {
        let sql = """
            SELECT w.name, w.command, w.webhook, w.since, e.source, e.at FROM \(schema).watch w
            LEFT JOIN \(schema).watched e ON e.owner = w.owner AND e.watch = w.name
            WHERE w.owner = current_user ORDER BY w.name
            """
        return try await server.read(fromPrimary: true) { session in
            var watches: [Watch] = []
            try session.rows(sql).forEach { row in
                if watches.last?.name != row.text(0) {
                    watches.append(
                        Watch(
                            name: row.text(0), command: row.optionalText(1), webhook: row.optionalText(2),
                            since: Self.date(row, 3)))
                }
                guard let source = SourceID(row.text(4)), !row.isNull(5) else { return }
                watches[watches.count - 1].examined[source] = Self.date(row, 5)
            }
            return watches
        }
    }

    /// Returns the beginning of time: which changes the watched searches of other people have examined is not visible, so
    /// all are kept as unexamined.
    func firstUnexamined(of source: SourceID) -> Date? { .distantPast }

    /// Saves a watched search, replacing one with the same name.
    func saveWatch(_ watch: Watch) async throws(StoreError) {
        let rows = WatchRows(schema: schema, name: watch.name)
        try await server.writeOwn { session in
            try rows.remove(session)
            try session.rows(
                "INSERT INTO \(rows.schema).watch (name, command, webhook, since) VALUES ($1, $2, $3, $4)",
                [
                    .text(watch.name), Value(watch.command), Value(watch.webhook),
                    .decimal(watch.since.timeIntervalSince1970),
                ])
            try rows.noteExamined(watch.examined, session)
        }
    }

    /// Changes where the matches of a watched search are sent, and nothing else; false if it does not exist.
    func updateWatch(_ name: String, command: String?, webhook: String?) async throws(StoreError) -> Bool {
        let sql = "UPDATE \(schema).watch SET command = $2, webhook = $3 WHERE owner = current_user AND name = $1"
        return try await server.writeOwn { session in
            try session.rows(sql, [.text(name), Value(command), Value(webhook)]).changed > 0
        }
    }

    /// Removes a watched search and its matches.
    func removeWatch(_ name: String) async throws(StoreError) {
        let rows = WatchRows(schema: schema, name: name)
        try await server.writeOwn { session in try rows.remove(session) }
    }

    /// Stores new matches of a watched search.
    func noteMatches(
        _ alerts: [Alert], of watch: String, examined: [SourceID: Date]
    ) async throws(StoreError) -> [Alert] {
        let rows = WatchRows(schema: schema, name: watch)
        return try await server.writeOwn { session in
            // The watched search may have been removed while its matches were being found.
            guard try rows.isWatched(session) else { return [] }
            let new = try rows.insert(alerts, session)
            try rows.noteExamined(examined, session)
            if let newest = new.map(\.at).max() { try rows.forget(before: newest, session) }
            return new
        }
    }

    /// Returns the matches, oldest first.
    func alerts(onlyUnreported: Bool) async throws(StoreError) -> [Alert] {
        let sql = """
            SELECT number, watch, source, key, title, kind, at, attempts, is_reported FROM \(schema).alert
            WHERE owner = current_user \(onlyUnreported ? "AND NOT is_reported" : "") ORDER BY number
            """
        return try await server.read(fromPrimary: true) { session in
            try session.rows(sql).map { row in
                // Another version may have stored a source or a kind that this one does not know.
                guard let source = SourceID(row.text(2)), let kind = RecordChange.Kind(rawValue: row.text(5)) else {
                    return nil
                }
                return Alert(
                    number: row.integer(0), watch: row.text(1),
                    address: RecordAddress(source: source, key: row.text(3)), title: row.text(4), kind: kind,
                    at: Self.date(row, 6), attempts: row.count(7), isReported: row.flag(8))
            }.compactMap(\.self)
        }
    }

    /// Counts an attempt to send matches.
    func noteAttempt(_ numbers: [Int64]) async throws(StoreError) {
        try await update(numbers, "attempts = attempts + 1")
    }

    /// Marks matches as reported.
    func noteReported(_ numbers: [Int64]) async throws(StoreError) {
        try await update(numbers, "is_reported = true")
    }

    private func update(_ numbers: [Int64], _ change: String) async throws(StoreError) {
        guard !numbers.isEmpty else { return }
        let sql = "UPDATE \(schema).alert SET \(change) WHERE owner = current_user AND number = ANY($1::bigint[])"
        try await server.writeOwn { session in _ = try session.rows(sql, [.integers(numbers)]) }
    }

    private static func date(_ row: Rows.Row, _ column: Int) -> Date {
        Date(timeIntervalSince1970: row.decimal(column) ?? 0)
    }
}
