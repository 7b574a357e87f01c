import AggSearch
package import AggSource
package import AggStorage
package import Foundation
import GRDB

/// Watched searches and their matches in the user file.
package struct SQLiteAlertStore: AlertStore {
    private let file: StoreFile

    init(_ file: StoreFile) {
        self.file = file
    }

    /// The watched searches, ordered by name.
    package func watches() async throws(StoreError) -> [Watch] {
        try await file.read(.short) { db in
            var watches: [Watch] = []
            try db.forEachRow("SELECT name, command, webhook, since FROM watch ORDER BY name") { row in
                watches.append(
                    Watch(
                        name: row.text(0), command: row.optionalText(1), webhook: row.optionalText(2),
                        since: row.date(3)))
                return true
            }
            for index in watches.indices {
                try db.forEachRow("SELECT source, at FROM watched WHERE watch = ?1", [.text(watches[index].name)]) {
                    row in
                    if let source = SourceID(row.text(0)) { watches[index].examined[source] = row.date(1) }
                    return true
                }
            }
            return watches
        }
    }

    /// The time after which some watched search has not examined a source's changes; nil if nothing is watched.
    package func firstUnexamined(of source: SourceID) async throws(StoreError) -> Date? {
        try await file.read(.short) { db in
            var time: Date?
            try db.forEachRow(
                """
                SELECT min(coalesce(watched.at, watch.since)) FROM watch
                LEFT JOIN watched ON watched.watch = watch.name AND watched.source = ?1
                """, [.text(source.description)]
            ) { row in
                if !row.isNull(0) { time = row.date(0) }
                return true
            }
            return time
        }
    }

    /// Saves a watched search, replacing one with the same name.
    package func saveWatch(_ watch: Watch) async throws(StoreError) {
        try await file.write { db in
            try AlertRow.removeWatch(watch.name, db)
            try db.run(
                "INSERT INTO watch (name, command, webhook, since) VALUES (?1, ?2, ?3, ?4)",
                [
                    .text(watch.name), SQLValue(watch.command), SQLValue(watch.webhook),
                    .decimal(watch.since.timeIntervalSince1970),
                ])
            try AlertRow.noteExamined(watch.examined, of: watch.name, db)
        }
    }

    /// Changes where the matches of a watched search are sent, and nothing else; false if it does not exist.
    package func updateWatch(_ name: String, command: String?, webhook: String?) async throws(StoreError) -> Bool {
        try await file.write { db in
            try db.run(
                "UPDATE watch SET command = ?2, webhook = ?3 WHERE name = ?1",
                [.text(name), SQLValue(command), SQLValue(webhook)]) > 0
        }
    }

    /// Removes a watched search and its matches.
    package func removeWatch(_ name: String) async throws(StoreError) {
        try await file.write { db in try AlertRow.removeWatch(name, db) }
    }

    /// Stores new matches of a watched search.
    package func noteMatches(
        _ alerts: [Alert], of watch: String, examined: [SourceID: Date]
    ) async throws(StoreError) -> [Alert] {
        try await file.write { db in
            // The watched search may have been removed while its matches were being found.
            guard try db.integer("SELECT 1 FROM watch WHERE name = ?1", [.text(watch)]) != nil else { return [] }
            let new = try alerts.compactMap { try AlertRow.insert($0, db) }
            try AlertRow.noteExamined(examined, of: watch, db)
            if let newest = new.map(\.at).max() {
                let oldest = newest.addingTimeInterval(-ChangeRetention().seconds)
                try db.run(
                    "DELETE FROM alert WHERE at < ?1 AND is_reported", [.decimal(oldest.timeIntervalSince1970)])
            }
            return new
        }
    }

    /// The matches, oldest first.
    package func alerts(onlyUnreported: Bool) async throws(StoreError) -> [Alert] {
        try await file.read(.short) { db in try AlertRow.all(onlyUnreported ? "NOT is_reported" : "1", db) }
    }

    /// Counts an attempt to send matches.
    package func noteAttempt(_ numbers: [Int64]) async throws(StoreError) {
        try await update(numbers, "attempts = attempts + 1")
    }

    /// Marks matches as reported.
    package func noteReported(_ numbers: [Int64]) async throws(StoreError) {
        try await update(numbers, "is_reported = 1")
    }

    private func update(_ numbers: [Int64], _ change: String) async throws(StoreError) {
        guard !numbers.isEmpty else { return }
        try await file.write { db in
            for number in numbers { try db.run("UPDATE alert SET \(change) WHERE number = ?1", [.integer(number)]) }
            return ()
        }
    }
}

/// Matches as rows in the user file.
private enum AlertRow {
    static func all(_ condition: String, _ db: Database) throws -> [Alert] {
        var alerts: [Alert] = []
        try db.forEachRow(
            """
            SELECT number, watch, source, key, title, kind, at, attempts, is_reported FROM alert
            WHERE \(condition) ORDER BY number
            """
        ) { row in
            // Another version may have stored a source or a kind that this one does not know.
            guard let source = SourceID(row.text(2)), let kind = RecordChange.Kind(rawValue: row.text(5)) else {
                return true
            }
            alerts.append(
                Alert(
                    number: row.integer(0), watch: row.text(1),
                    address: RecordAddress(source: source, key: row.text(3)),
                    title: row.text(4), kind: kind, at: row.date(6), attempts: Int(row.integer(7)),
                    isReported: row.integer(8) != 0))
            return true
        }
        return alerts
    }

    /// Inserts a match; nil if it is already stored.
    static func insert(_ alert: Alert, _ db: Database) throws -> Alert? {
        let inserted = try db.run(
            """
            INSERT INTO alert (watch, source, key, title, kind, at)
            SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE NOT EXISTS (
                SELECT 1 FROM alert WHERE watch = ?1 AND source = ?2 AND key = ?3 AND at = ?6
            )
            """,
            [
                .text(alert.watch), .text(alert.address.source.description), .text(alert.address.key),
                .text(alert.title), .text(alert.kind.rawValue), .decimal(alert.at.timeIntervalSince1970),
            ])
        guard inserted > 0 else { return nil }
        var alert = alert
        alert.number = db.lastInsertedRowID
        return alert
    }

    static func noteExamined(_ examined: [SourceID: Date], of watch: String, _ db: Database) throws {
        for (source, time) in examined {
            try db.run(
                "INSERT OR REPLACE INTO watched (watch, source, at) VALUES (?1, ?2, ?3)",
                [.text(watch), .text(source.description), .decimal(time.timeIntervalSince1970)])
        }
    }

    static func removeWatch(_ name: String, _ db: Database) throws {
        for table in ["alert", "watched"] { try db.run("DELETE FROM \(table) WHERE watch = ?1", [.text(name)]) }
        try db.run("DELETE FROM watch WHERE name = ?1", [.text(name)])
    }
}
