import AggSource
import GRDB

/// The rows of a refresh as statements select them; their texts stay in the refresh's file.
///
/// In statements and tables, `place` is the offset of a row in the file, and `rank` is 7 - prominence.
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
    static let insertReplacement =
        "INSERT INTO replacement VALUES (\(PreparedStatement.parameters(contentCount + 2)))"

    /// The keys as a JSON array.
    static func list(_ keys: Set<String>) -> SQLValue {
        .text(JSONValue.array(keys.sorted().map(JSONValue.string)).text)
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
