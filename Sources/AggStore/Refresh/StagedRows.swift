import AggSource
import GRDB

/// The data a commit compares in SQL: temporary tables of one connection, in a file that is deleted with it.
///
/// `staged` has a row for each row of the refresh, without its texts, which stay in the refresh's file: `place` is
/// their offset, `rank` is 7 - prominence, and `arrival` is the position in the order received.
struct StagedRows {
    let db: Database
    let file: StagedFile

    /// The columns that are copied to `record` unchanged, in the order `StagedRow` binds them.
    static let content = """
        key, folded, spelling, alternate, title, subtitle, date, url, keywords, fields, words, titles, other_titles, \
        digest, latitude, longitude
        """
    static let contentCount = 16

    /// The table with the new content of stored rows, by row id.
    static let replacement = """
        CREATE TEMP TABLE replacement (
            id INTEGER PRIMARY KEY,
            rank INTEGER NOT NULL,
            key TEXT NOT NULL,
            folded TEXT NOT NULL,
            spelling TEXT,
            alternate TEXT,
            title TEXT NOT NULL,
            subtitle TEXT,
            date TEXT,
            url TEXT,
            keywords TEXT,
            fields TEXT,
            words TEXT NOT NULL,
            titles TEXT,
            other_titles TEXT,
            digest INTEGER NOT NULL,
            latitude REAL,
            longitude REAL
        )
        """
    /// Selects the offsets of the rows in `staged` within a run.
    static let listed = "SELECT place FROM staged WHERE place BETWEEN ?1 AND ?2 ORDER BY place"
    static let insertReplacement =
        "INSERT INTO replacement VALUES (\(PreparedStatement.parameters(contentCount + 2)))"

    /// Creates `staged`, with an index of keys and digests: building it all at once takes a third of the time it takes
    /// row by row.
    func list() throws {
        // Keys are unordered: with SQLite's default 2 MB for temporary tables, most pages would have to be read back.
        try db.execute(
            sql: """
                PRAGMA temp.cache_size = -16000;
                CREATE TEMP TABLE staged (
                    place INTEGER PRIMARY KEY,
                    arrival INTEGER NOT NULL,
                    rank INTEGER NOT NULL,
                    key TEXT NOT NULL,
                    digest INTEGER NOT NULL
                )
                """)
        let insert = try PreparedStatement(db, "INSERT INTO staged VALUES (?1, ?2, ?3, ?4, ?5)")
        try file.reader()?.forEach { place, row in
            insert.bind(1, Int64(place))
            insert.bind(2, row.head.arrival)
            insert.bind(3, Int64(row.head.rank))
            row[.key].map { insert.bind(4, uncopied: $0) }
            insert.bind(5, row.head.digest)
            _ = try insert.step()
            insert.reset()
        }
        try MirrorSchema.createIndexes("CREATE INDEX temp.staged_key ON staged (key, arrival, digest)", in: db)
    }

    /// Drops the rows with the given keys, and returns their number.
    func remove(_ keys: Set<String>) throws -> Int {
        if keys.isEmpty { return 0 }
        return try db.run(
            "DELETE FROM staged WHERE key IN (SELECT value FROM json_each(?1))", [Self.list(keys)])
    }

    /// The keys as a JSON array.
    static func list(_ keys: Set<String>) -> SQLValue {
        .text(JSONValue.array(keys.sorted().map(JSONValue.string)).text)
    }

    /// Drops all but the last row of each key.
    ///
    /// - Returns: The number of rows left.
    func dropRepeats() throws -> Int {
        let left = Int(try db.integer("SELECT count(*) FROM (SELECT 1 FROM staged GROUP BY key)") ?? 0)
        if left < file.count {
            try db.run("DELETE FROM staged WHERE arrival NOT IN (SELECT max(arrival) FROM staged GROUP BY key)")
        }
        return left
    }

    /// Reads the texts of the rows that `sql` selects by their offsets, in that order.
    ///
    /// `body` also gets the offset and the selecting row.
    func forEach(
        _ sql: String, _ values: [SQLValue] = [], _ body: (borrowing PreparedStatement, StagedRow) throws -> Void
    ) throws {
        guard let reader = file.reader() else { return }
        try db.forEachRow(sql, values) { selected in
            if let row = try reader.row(at: Int(selected.integer(0))) { try body(selected, row) }
            return true
        }
    }
}
