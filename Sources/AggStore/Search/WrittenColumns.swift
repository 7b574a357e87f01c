import AggSearch
import AggSource
import AggStorage

/// The additional columns that a search reads if accents matter.
struct WrittenColumns {
    /// `, …` for the end of a list of columns, or empty.
    let sql: String
    private let first: Int

    /// Creates the columns, to follow a number of other columns.
    init(isNeeded: Bool, after count: Int) {
        sql = isNeeded ? ", record.title, record.subtitle, record.fields, record.keywords, record.titles" : ""
        first = count
    }

    /// The words of a row with their accents; nil if accents don't matter.
    ///
    /// - Throws: `DamagedRecord`.
    func words(_ row: borrowing PreparedStatement) throws -> RecordWords? {
        guard !sql.isEmpty else { return nil }
        var record = Record(key: "", title: row.text(first), subtitle: row.optionalText(first + 1))
        record.fields = try StoredRecord.fields(row, first + 2)
        record.keywords = try StoredRecord.texts(row, first + 3)
        record.alternativeTitles = try StoredRecord.texts(row, first + 4)
        return RecordWords(written: record)
    }
}
