import AggCore
import GRDB

/// The temporary table in which one refresh gathers its rows: a table of one connection, in a file that vanishes with
/// it.
enum StagedRows {
    /// The table; `rank` is 7 - prominence.
    static let table = """
        -- Keys come in any order: with SQLite's 2 MB for temporary tables, most of them would have to be read back.
        PRAGMA temp.cache_size = -16000;
        CREATE TEMP TABLE staged (
            sequence INTEGER PRIMARY KEY,
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
    static func count(_ db: Database) throws -> Int {
        Int(try db.integer("SELECT count(*) FROM staged") ?? 0)
    }

    /// Makes the index that finds rows by their keys: all at once, which takes a third of the time of row by row.
    static func indexKeys(_ db: Database) throws {
        try db.execute(sql: "CREATE INDEX temp.staged_key ON staged (key)")
    }

    /// Drops all rows of a key but the last; the keys have to be indexed.
    ///
    /// - Returns: How many rows are left.
    static func dropRepeats(_ db: Database) throws -> Int {
        let left = Int(try db.integer("SELECT count(*) FROM (SELECT 1 FROM staged GROUP BY key)") ?? 0)
        if left < (try count(db)) {
            try db.run(
                "DELETE FROM staged WHERE sequence NOT IN (SELECT max(sequence) FROM staged GROUP BY key)")
        }
        return left
    }

    /// The columns that a row of `record` takes over as they are.
    static let content = """
        key, digest, folded, spelling, alternate, title, subtitle, date, latitude, longitude, url, keywords, fields, \
        words
        """
    /// How many columns there are with `rank`.
    static let columnCount = 15
    /// Where columns that make the indexed text stand in `content`, counted from 1.
    static let (folded, alternate, words) = (3, 5, 14)

    /// Writes rows.
    static func write(_ batch: StagedBatch, _ db: Database) throws {
        let parameters = (1...columnCount).map { "?\($0)" }.joined(separator: ", ")
        try batch.write(with: PreparedStatement(db, "INSERT INTO staged (rank, \(content)) VALUES (\(parameters))"))
    }
}
