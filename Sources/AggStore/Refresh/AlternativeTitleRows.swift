import AggSearch
import AggSource
import AggStorage
import GRDB

/// The folded forms of alternative titles, which the title tiers search.
///
/// They are in a separate table because most rows have none; sources without them skip it entirely.
struct AlternativeTitleRows: ~Copyable {
    /// The columns and the table for alternative titles.
    ///
    /// In `record`, `titles` holds them as JSON and `other_titles` as `SearchableText.otherTitles`. A row of
    /// `record_title` is a `TitleForm`; its index is in answer order, and `spelling` is NULL if it equals `folded`.
    static let schema = """
        ALTER TABLE source ADD COLUMN titled_prominences INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE record ADD COLUMN titles TEXT;
        ALTER TABLE record ADD COLUMN other_titles TEXT;
        CREATE TABLE record_title (
            record INTEGER NOT NULL,
            place INTEGER NOT NULL,
            class INTEGER NOT NULL,
            folded TEXT NOT NULL,
            spelling TEXT,
            title TEXT NOT NULL,
            date TEXT,
            key TEXT NOT NULL,
            PRIMARY KEY (record, place)
        ) WITHOUT ROWID;
        CREATE INDEX record_title_folded ON record_title (class, folded, date DESC, key, record, place, spelling);
        """

    private let insert: PreparedStatement

    /// Prepares to add rows.
    init(_ db: Database) throws {
        insert = try PreparedStatement(
            db,
            """
            INSERT INTO record_title (record, place, class, folded, spelling, title, date, key)
            VALUES (\(PreparedStatement.parameters(8)))
            """)
    }

    /// Adds the alternative titles of a row, if it has any.
    func add(_ id: Int64, _ row: StagedRow) throws {
        guard let titles = row[.titles] else { return }
        let forms = TitleForm.forms(of: try FieldsJSON.texts(JSONValue(parsing: Array(titles))))
        insert.bind(1, id)
        insert.bind(3, RecordClass(ofRow: id).number)
        insert.bind(7, uncopied: row[.date])
        insert.bind(8, uncopied: row[.key])
        for (place, form) in forms.enumerated() {
            insert.bind(2, Int64(place))
            insert.bind(4, form.folded)
            insert.bind(5, form.spelling == form.folded ? nil : form.spelling)
            insert.bind(6, form.title)
            try insert.run()
        }
    }

    /// Removes the titles of the rows selected by a condition on their ids.
    static func remove(where condition: (_ id: String) -> String, _ values: [SQLValue], _ db: Database) throws {
        try db.run("DELETE FROM record_title WHERE \(condition("record"))", values)
    }
}
