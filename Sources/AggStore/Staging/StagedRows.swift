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

    /// Drops all rows of a key but the last, and makes the index that finds rows by their keys.
    ///
    /// It is made at once and not row by row, which takes a third of the time. Returns how many rows there were and how
    /// many are left.
    static func dropRepeats(_ db: Database) throws -> (written: Int, left: Int) {
        try db.execute(sql: "CREATE INDEX temp.staged_key ON staged (key)")
        let written = Int(try db.integer("SELECT count(*) FROM staged") ?? 0)
        let left = Int(try db.integer("SELECT count(*) FROM (SELECT 1 FROM staged GROUP BY key)") ?? 0)
        if left < written {
            try db.run(
                "DELETE FROM staged WHERE sequence NOT IN (SELECT max(sequence) FROM staged GROUP BY key)")
        }
        return (written, left)
    }

    /// The columns that a row of `record` takes over as they are.
    static let content = """
        key, digest, folded, spelling, alternate, title, subtitle, date, latitude, longitude, url, keywords, fields, \
        words
        """

    /// Folds records and writes them.
    static func write(_ records: [Record], _ db: Database) throws {
        let insert = try PreparedStatement(
            db,
            """
            INSERT INTO staged (rank, \(content))
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
            """)
        for record in records {
            let row = Row(record)
            insert.bind(1, Int64(7 - record.prominence))
            insert.bind(2, record.key)
            insert.bind(3, row.digest)
            insert.bind(4, row.texts.title)
            insert.bind(5, row.spelling)
            insert.bind(6, row.texts.alternate)
            insert.bind(7, record.title)
            insert.bind(8, record.subtitle)
            insert.bind(9, record.date?.text)
            insert.bind(10, record.coordinate?.latitude)
            insert.bind(11, record.coordinate?.longitude)
            insert.bind(12, record.url)
            if let keywords = row.keywords { insert.bind(13, keywords) } else { insert.bindNull(13) }
            if let fields = row.fields { insert.bind(14, fields) } else { insert.bindNull(14) }
            insert.bind(15, row.words)
            _ = try insert.step()
            insert.reset()
        }
    }

    /// What is worked out for a row.
    private struct Row {
        var texts: RecordWords
        var spelling: String?
        var words: [UInt8]
        var fields: [UInt8]?
        var keywords: [UInt8]?
        var digest: Int64

        init(_ record: Record) {
            texts = RecordWords(record)
            spelling = Folding.spelling(of: record.title, folded: texts.title)
            words = SearchableText.words(texts)
            fields = record.fields.isEmpty ? nil : FieldsJSON.bytes(record.fields)
            if !record.keywords.isEmpty {
                var writer = JSONWriter()
                writer.array { for word in record.keywords { $0.write(word) } }
                keywords = writer.bytes
            }
            var digest = ContentDigest()
            digest.add(UInt8(record.prominence))
            digest.add(record.title)
            digest.add(texts.title)
            digest.add(texts.alternate)
            digest.add(record.subtitle)
            digest.add(record.date?.text)
            digest.add(record.coordinate?.latitude)
            digest.add(record.coordinate?.longitude)
            digest.add(record.url)
            digest.add(fields ?? [])
            digest.add(keywords ?? [])
            digest.add(words)
            self.digest = digest.value
        }
    }
}
