import AggStorage
import AggSearch
import GRDB

/// The tables of the mirror, as named migrations from an empty file.
///
/// If text folding changes, a migration must empty `record`, `record_text`, and `source`: rows, text index, and
/// queries must be folded alike.
enum MirrorSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator().disablingDeferredForeignKeyChecks()
        migrator.registerMigration("mirror 1") { db in try db.execute(sql: first) }
        migrator.registerMigration("mirror 2: no positions of words") { db in
            try db.execute(sql: "DROP TABLE record_text; " + textIndex)
            try db.run(
                """
                INSERT INTO record_text (rowid, text)
                SELECT id, folded || coalesce(' ' || alternate, '') || words FROM record
                """)
        }
        migrator.registerMigration("mirror 3: places") { db in
            try db.execute(
                sql: "CREATE INDEX record_place ON record (source, latitude, longitude) WHERE latitude IS NOT NULL")
        }
        migrator.registerMigration("mirror 4: changes") { db in try db.execute(sql: changes) }
        migrator.registerMigration("mirror 5: bands of places") { db in
            try db.execute(sql: "DROP INDEX record_place; " + UnorderedIndex.place.creation)
        }
        migrator.registerMigration("mirror 6: alternative titles") { db in
            try db.execute(sql: AlternativeTitleRows.schema)
        }
        migrator.registerMigration("mirror 7: no places at 0,0") { db in try NullIsland.clear(db) }
        migrator.registerMigration("mirror 8: latitudes for SQL") { db in
            // The index itself is built when a statement needs it.
            try db.execute(sql: MirrorStatistics.make)
        }
        migrator.registerMigration("mirror 9: small pages of the text index") { db in
            try db.execute(sql: textIndexSettings + "; INSERT INTO record_text (record_text) VALUES ('optimize')")
        }
        migrator.registerMigration("mirror 10: the number of changes") { db in
            try db.execute(sql: "ALTER TABLE source ADD COLUMN changes INTEGER NOT NULL DEFAULT 0")
        }
        migrator.registerMigration("mirror 11: times of dropped rows only") { db in
            try db.execute(
                sql: """
                    UPDATE record SET seen = NULL
                    WHERE seen = (SELECT fetched_at FROM source WHERE number = record.source);
                    ALTER TABLE source DROP COLUMN accumulates;
                    """)
        }
        migrator.registerMigration("mirror 12: the words of the text index") { db in try db.execute(sql: words) }
        return migrator
    }

    /// Rows can be fetched again, so nothing is wiped on deletion; a power failure may lose the last commit but not the
    /// file.
    ///
    /// New files have pages of 8 kB: loading rows takes 6% less time than with SQLite's 4 kB.
    static let pragmas = """
        PRAGMA page_size = 8192;
        PRAGMA secure_delete = OFF;
        PRAGMA synchronous = NORMAL;
        \(usualCache)
        """

    static let usualCache = "PRAGMA cache_size = -10000;"

    /// The first indexes of the rows.
    ///
    /// `record_key` finds rows by key; the commit ensures one row per key. It includes the digest so that a refresh can
    /// compare rows without reading them. `record_plain` and `record_marked` are for the title tiers: the rows whose
    /// spelling is their folded form, and the others, each in answer order. Lists by date start with the newest.
    private static let firstIndexes = """
        \(UnorderedIndex.key.creation)
        CREATE INDEX record_plain ON record (class, folded, date DESC, key) WHERE spelling IS NULL;
        CREATE INDEX record_marked ON record (class, folded, date DESC, key, spelling) WHERE spelling IS NOT NULL;
        \(UnorderedIndex.alternate.creation)
        \(UnorderedIndex.date.creation)
        """

    private static let first = """
        CREATE TABLE source (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            origin TEXT NOT NULL,
            records INTEGER NOT NULL DEFAULT 0,
            fetched_at REAL,
            fetch_state TEXT,
            fingerprint TEXT NOT NULL DEFAULT '',
            mapping_version INTEGER NOT NULL DEFAULT 1,
            notes TEXT NOT NULL DEFAULT '[]',
            accumulates INTEGER NOT NULL DEFAULT 0,
            prominences INTEGER NOT NULL DEFAULT 0,
            failure_code TEXT,
            failure_reason TEXT,
            failed_at REAL
        );

        -- class is RecordClass.number, and the upper bits of id. spelling and alternate are NULL if they equal folded.
        -- words are the folded subtitle and other texts, with each word marked as in SearchableText. digest
        -- distinguishes changed rows from unchanged ones. seen is when the source last returned the row; NULL if it is
        -- in the latest answer.
        CREATE TABLE record (
            id INTEGER PRIMARY KEY,
            class INTEGER NOT NULL,
            source INTEGER NOT NULL,
            key TEXT NOT NULL,
            digest INTEGER NOT NULL,
            seen REAL,
            folded TEXT NOT NULL,
            spelling TEXT,
            alternate TEXT,
            title TEXT NOT NULL,
            subtitle TEXT,
            date TEXT,
            latitude REAL,
            longitude REAL,
            url TEXT,
            keywords TEXT,
            fields TEXT,
            words TEXT NOT NULL
        );

        \(firstIndexes)
        CREATE VIRTUAL TABLE record_text USING fts5 (
            text, content = '', columnsize = 0, prefix = '1 2 3', tokenize = "ascii tokenchars '+#~='"
        );
        """

    /// The changes made by refreshes.
    ///
    /// `refresh` has a row with the totals for each refresh that changed something, and `change` has one for each changed
    /// record, as far back as they are kept. The kinds are `ChangeLog.Refresh.Kind` and `RecordChange.Kind`; `fields` is
    /// `FieldChangesJSON`.
    private static let changes = """
        CREATE TABLE refresh (
            number INTEGER PRIMARY KEY,
            source INTEGER NOT NULL,
            at REAL NOT NULL,
            kind TEXT NOT NULL,
            added INTEGER NOT NULL,
            changed INTEGER NOT NULL,
            removed INTEGER NOT NULL
        );
        CREATE INDEX refresh_source ON refresh (source);
        CREATE TABLE change (
            id INTEGER PRIMARY KEY,
            refresh INTEGER NOT NULL,
            kind TEXT NOT NULL,
            key TEXT NOT NULL,
            title TEXT NOT NULL,
            fields TEXT
        );
        CREATE INDEX change_refresh ON change (refresh);
        """

    /// Texts are already folded, so the tokenizer only has to split words at spaces: it treats everything beyond ASCII
    /// as part of a word.
    ///
    /// The rows are not stored twice (content is empty), so deleting an entry requires the indexed text. Word positions
    /// are not stored: phrases are rare, and the rows that contain their words are examined.
    static let textIndex = """
        CREATE VIRTUAL TABLE record_text USING fts5 (
            text, content = '', columnsize = 0, detail = none, prefix = '1 2 3', tokenize = "ascii tokenchars '+#~='"
        );
        \(textIndexSettings)
        """

    /// The words of the text index: with the rows of each, and with their number
    /// (https://www.sqlite.org/fts5.html#the_fts5vocab_virtual_table_module).
    ///
    /// These tables store nothing. If each connection created its own, SQLite would prepare all statements of the
    /// connection again.
    private static let words = """
        CREATE VIRTUAL TABLE word_row USING fts5vocab (record_text, instance);
        CREATE VIRTUAL TABLE word_count USING fts5vocab (record_text, row);
        """

    /// The page layout of the text index.
    ///
    /// In each segment of the index, a search of a source reads the page where the source's rows begin, from the start of
    /// that page. So pages are small, and two segments are enough to trigger a merge.
    private static let textIndexSettings = """
        INSERT INTO record_text (record_text, rank) VALUES ('hashsize', 4194304);
        INSERT INTO record_text (record_text, rank) VALUES ('pgsz', 1000);
        INSERT INTO record_text (record_text, rank) VALUES ('automerge', 2)
        """
}

/// The statistics that SQLite uses for statements that don't name an index: those of `sql`.
///
/// Without statistics, it assumes that a source has ten rows, and reads all of them through an index of keys, jumping
/// around the file instead of reading it sequentially. The figures are those of a large store and never change, so
/// query plans don't either (https://www.sqlite.org/fileformat2.html#stat1tab): the rows in the table, then those with
/// the same value in the first column of the index, in the first two, and so on.
enum MirrorStatistics {
    static let table = "sqlite_stat1"

    private static let figures: KeyValuePairs = [
        "record_key": "10000000 1000000 1 1",
        "record_place": "10000000 1000000 1000 2 1",
        "record_latitude": "10000000 1000000 10",
        "record_date": "10000000 50000 20 2 1",
        "record_plain": "10000000 200000 2 1 1",
        "record_marked": "10000000 200000 2 1 1 1",
        "record_alternate": "10000000 200000 1 1",
    ]

    /// Inserts the statistics; dropping an index removes its own.
    static let set =
        "DELETE FROM \(table) WHERE tbl = 'record';"
        + figures.map { "INSERT INTO \(table) (tbl, idx, stat) VALUES ('record', '\($0)', '\($1)');" }.joined()

    /// Creates the statistics table, which only ANALYZE can do, and fills it.
    static let make = "PRAGMA analysis_limit = 1; ANALYZE record;" + set + "ANALYZE sqlite_schema;"
}

/// Rows stored at 0,0 by versions that treated it as a location.
enum NullIsland {
    /// Removes the coordinate from these rows, and updates their digests so that the next refresh finds them unchanged.
    static func clear(_ db: Database) throws {
        var repeated = RepeatedTexts()
        var digests: [(id: Int64, digest: Int64)] = []
        try db.forEachRow("SELECT \(StoredRecord.columns), id FROM record WHERE latitude = 0 AND longitude = 0") {
            row in
            // In this version, a record has no coordinate at 0,0.
            var run = StagedRun()
            run.add(try StoredRecord.record(row), arrival: 0, &repeated)
            let digest = run.bytes.withUnsafeBytes { StagedRow($0).head.digest }
            digests.append((row.integer(StoredRecord.columnCount), digest))
            return true
        }
        for (id, digest) in digests {
            try db.run(
                "UPDATE record SET latitude = NULL, longitude = NULL, digest = ?2 WHERE id = ?1",
                [.integer(id), .integer(digest)])
        }
    }
}
