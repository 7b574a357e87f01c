import GRDB

/// The tables of the user's own data, as named migrations from an empty file.
enum UserSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator().disablingDeferredForeignKeyChecks()
        migrator.registerMigration("user 1") { db in try db.execute(sql: first) }
        migrator.registerMigration("user 2") { db in try db.execute(sql: second) }
        migrator.registerMigration("user 3: tags and notes") { db in try db.execute(sql: tagsAndNotes) }
        migrator.registerMigration("user 4: read marks and alerts") { db in
            try db.execute(sql: readMarks + alerts)
        }
        migrator.registerMigration("user 5: histories of favorites") { db in
            try db.execute(sql: histories)
        }
        return migrator
    }

    /// The histories of favorites, as `FavoriteHistoryJSON`; older favorites have none.
    private static let histories = """
        CREATE TABLE favorite_history (
            source TEXT NOT NULL,
            key TEXT NOT NULL,
            history TEXT NOT NULL,
            PRIMARY KEY (source, key)
        ) WITHOUT ROWID;
        """

    /// Read marks, as `ReadMarks` describes them.
    private static let readMarks = """
        CREATE TABLE read_source (
            source TEXT PRIMARY KEY,
            at REAL NOT NULL,
            changes INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE read_record (
            source TEXT NOT NULL,
            key TEXT NOT NULL,
            at REAL NOT NULL,
            is_read INTEGER NOT NULL,
            PRIMARY KEY (source, key)
        ) WITHOUT ROWID;
        """

    /// Watched searches, the last refresh of each source that they have examined, and their matches.
    private static let alerts = """
        CREATE TABLE watch (
            name TEXT PRIMARY KEY,
            command TEXT,
            webhook TEXT,
            since REAL NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE watched (
            watch TEXT NOT NULL,
            source TEXT NOT NULL,
            at REAL NOT NULL,
            PRIMARY KEY (watch, source)
        ) WITHOUT ROWID;
        CREATE TABLE alert (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            watch TEXT NOT NULL,
            source TEXT NOT NULL,
            key TEXT NOT NULL,
            title TEXT NOT NULL,
            kind TEXT NOT NULL,
            at REAL NOT NULL,
            attempts INTEGER NOT NULL DEFAULT 0,
            is_reported INTEGER NOT NULL DEFAULT 0,
            UNIQUE (watch, source, key, at)
        );
        """

    private static let tagsAndNotes = """
        ALTER TABLE favorite ADD COLUMN tags TEXT NOT NULL DEFAULT '[]'; -- a JSON array of strings
        ALTER TABLE favorite ADD COLUMN note TEXT;
        """

    /// This data cannot be fetched again, so a commit is on disk before it is reported.
    static let pragmas = "PRAGMA synchronous = FULL"

    private static let first = """
        -- place increases, which orders favorites with the same marked_at. snapshot is a RecordSnapshot.
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
        -- line is a command, as it could be typed.
        CREATE TABLE saved_search (
            name TEXT PRIMARY KEY,
            line TEXT NOT NULL
        ) WITHOUT ROWID;
        """
}
