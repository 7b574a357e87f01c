import AggStorage
import GRDB

extension DatabaseFile {
    /// Brings the tables up to date.
    func migrate() throws {
        let migrator = settings.migrator
        if Self.hasExactly(migrator.migrations, in: readers) { return }
        let applied = try readers.read { _, db in try migrator.appliedIdentifiers(Self.settled(db)) }
        if applied.subtracting(migrator.migrations).isEmpty == false { throw StoreError.newerVersion(file: path) }
        if applied.count == migrator.migrations.count { return }
        if !applied.isEmpty { settings.beforeMigration?() }
        let writer: DatabaseQueue
        do { writer = try self.writer() } catch { throw writeError(error) }
        // Another process may be migrating too: each step can then fail once because it has already been done.
        for attempt in 0...migrator.migrations.count {
            do {
                return try migrate(writer)
            } catch {
                let isDone = try? readers.read { _, db in try migrator.hasCompletedMigrations(Self.settled(db)) }
                if isDone == true { return }
                let error = writeError(error)
                if attempt == migrator.migrations.count || error == .locked(file: path) { throw error }
            }
        }
    }

    /// Whether the file has exactly these migrations; uses one statement instead of the migrator's four, since this runs
    /// at every start.
    private static func hasExactly(_ steps: [String], in readers: ReadingConnections) -> Bool {
        var (known, others) = (0, 0)
        try? readers.read { _, db in
            try db.forEachRow("SELECT identifier FROM grdb_migrations") { row in
                if steps.contains(row.text(0)) { known += 1 } else { others += 1 }
                return true
            }
        }
        return known == steps.count && others == 0
    }

    /// Pins the current state of the database for the transaction, since another process may be creating its first
    /// table.
    private static func settled(_ db: Database) throws -> Database {
        _ = try db.integer("SELECT count(*) FROM sqlite_master")
        return db
    }

    private func migrate(_ writer: DatabaseQueue) throws {
        try writer.writeWithoutTransaction { db in
            let isNew = try db.integer("SELECT count(*) FROM sqlite_master") == 0
            // Possible only before the first table and before WAL mode.
            if isNew { try db.execute(sql: "PRAGMA auto_vacuum = NONE") }
            try db.execute(sql: "PRAGMA journal_mode = WAL")
        }
        try settings.migrator.migrate(writer)
    }
}
