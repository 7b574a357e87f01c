import AggCore
import GRDB

/// The temporary table in which one refresh gathers its rows: a table of one connection, in a file that vanishes with
/// it.
enum StagedRows {
    /// The table; `rank` is 7 - prominence, `arrival` counts rows as they came.
    ///
    /// Rows lie in runs, each in the order of answers, so that a commit only has to merge them.
    static let table = """
        CREATE TEMP TABLE staged (
            sequence INTEGER PRIMARY KEY,
            arrival INTEGER NOT NULL,
            rank INTEGER NOT NULL,
            key TEXT NOT NULL,
            digest INTEGER NOT NULL,
            folded TEXT NOT NULL,
            date TEXT,
            spelling TEXT,
            alternate TEXT,
            title TEXT NOT NULL,
            subtitle TEXT,
            latitude REAL,
            longitude REAL,
            url TEXT,
            keywords TEXT,
            fields TEXT,
            words TEXT NOT NULL
        )
        """

    /// The number of rows, repeats of a key included.
    private static func count(_ db: Database) throws -> Int {
        Int(try db.integer("SELECT count(*) FROM staged") ?? 0)
    }

    /// Makes the index that finds rows by their keys: all at once, which takes a third of the time of row by row.
    static func indexKeys(_ db: Database) throws {
        // Keys come in any order: with SQLite's 2 MB for temporary tables, most of them would have to be read back.
        try db.execute(sql: "PRAGMA temp.cache_size = -16000; CREATE INDEX temp.staged_key ON staged (key, arrival)")
    }

    /// Drops all rows of a key but the last; the keys have to be indexed.
    ///
    /// - Returns: How many rows are left.
    static func dropRepeats(_ db: Database) throws -> Int {
        let left = Int(try db.integer("SELECT count(*) FROM (SELECT 1 FROM staged GROUP BY key)") ?? 0)
        if left < (try count(db)) {
            try db.run(
                "DELETE FROM staged WHERE arrival NOT IN (SELECT max(arrival) FROM staged GROUP BY key)")
        }
        return left
    }

    /// The columns that a row of `record` takes over as they are.
    static let content = """
        key, digest, folded, spelling, alternate, title, subtitle, date, latitude, longitude, url, keywords, fields, \
        words
        """
    /// Where some of them stand, counted from 1.
    static let (key, folded, alternate, date, words) = (1, 3, 5, 8, 14)
}
