import GRDB

/// The tables of the user's own data, as named migrations from an empty file.
enum UserSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator().disablingDeferredForeignKeyChecks()
        migrator.registerMigration("user 1") { db in try db.execute(sql: first) }
        migrator.registerMigration("user 2") { db in try db.execute(sql: second) }
        migrator.registerMigration("user 3: tags and notes") { db in try db.execute(sql: tagsAndNotes) }
        return migrator
    }

    private static let tagsAndNotes = """
        ALTER TABLE favorite ADD COLUMN tags TEXT NOT NULL DEFAULT '[]'; -- a JSON array of texts
        ALTER TABLE favorite ADD COLUMN note TEXT;
        """

    /// This data cannot be fetched again, so a commit is on disk before it is reported.
    static let pragmas = "PRAGMA synchronous = FULL"

    private static let first = """
        -- place counts up: the newest favorite has the greatest. snapshot is a RecordSnapshot.
        CREATE TABLE favorite (
            place INTEGER PRIMARY KEY AUTOINCREMENT,
            source TEXT NOT NULL,
            key TEXT NOT NULL,
            kind TEXT NOT NULL,
            marked_at REAL NOT NULL,
            snapshot TEXT NOT NULL,
            UNIQUE (source, key)
        );
        CREATE TABLE setting (
            name TEXT PRIMARY KEY,
            value TEXT NOT NULL
        ) WITHOUT ROWID;
        """

    private static let second = """
        -- line is a command as it can be typed.
        CREATE TABLE saved_search (
            name TEXT PRIMARY KEY,
            line TEXT NOT NULL
        ) WITHOUT ROWID;
        """
}
