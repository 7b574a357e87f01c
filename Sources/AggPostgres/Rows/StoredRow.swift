import AggSearch
import AggSource
import AggStorage

/// Reads rows of `record`.
enum StoredRow {
    /// The columns of a record.
    static let columns = """
        r.key, r.title, r.subtitle, r.date, r.latitude, r.longitude, r.url, r.rank, r.fields, r.keywords, r.titles
        """
    /// The columns of a record, followed by those that a search compares.
    static let searched = columns + ", coalesce(r.folded, r.place), r.spelling, r.alternate, r.words, r.other_titles"

    /// Returns the rows `r` of a table that have the keys in a parameter, as the end of a statement.
    ///
    /// Each key is looked up in the index; comparing the keys of all rows found with a list of all keys would take time
    /// that grows with the square of their number.
    static func rows(of table: String, keys parameter: String) -> String {
        "unnest(\(parameter)::text[]) AS n (key) JOIN \(table) r ON left(r.key, 200) = left(n.key, 200) AND r.key = n.key"
    }

    /// Returns a condition that a row `r` has one of the keys in a parameter.
    ///
    /// The server cuts the keys for the index, since it stores some letters as two.
    static func isAny(of parameter: String) -> String {
        """
        left(r.key, 200) = ANY(ARRAY(SELECT left(n, 200) FROM unnest(\(parameter)::text[]) n)) \
        AND r.key IN (SELECT unnest(\(parameter)::text[]))
        """
    }

    /// Returns the record in a row that starts with `columns`.
    ///
    /// - Throws: `DamagedRecord`, `JSONError`; `CancellationError` if the task is canceled, since there can be many rows.
    static func record(_ row: Rows.Row, _ known: inout KnownFields) throws -> Record {
        try Task.checkCancellation()
        var record = Record(
            key: row.text(0), title: row.text(1), subtitle: row.optionalText(2),
            date: row.optionalText(3).map(RecordDate.init(canonical:)), url: row.optionalText(6),
            prominence: 7 - row.count(7))
        if let latitude = row.decimal(4), let longitude = row.decimal(5) {
            record.coordinate = Coordinate(latitude: latitude, longitude: longitude)
        }
        if !row.isNull(8) { record.fields = try known.fields(row, 8) }
        if !row.isNull(9) { record.keywords = try known.texts(row, 9) }
        if !row.isNull(10) { record.alternativeTitles = try FieldsJSON.texts(json(row, 10)) }
        return record
    }

    static func record(_ row: Rows.Row) throws -> Record {
        var known = KnownFields()
        return try record(row, &known)
    }

    fileprivate static func json(_ row: Rows.Row, _ column: Int) throws -> JSONValue {
        do { return try row.withBytes(column) { try JSONValue(parsing: Array($0)) } } catch { throw DamagedRecord() }
    }

    /// Returns the folded other titles in a row that starts with `searched`.
    static func otherTitles(_ row: Rows.Row) -> [String] {
        guard let titles = row.optionalText(15) else { return [] }
        return SearchableText.recordWords(title: "", alternate: nil, otherTitles: titles, words: "").alternativeTitles
    }

    /// Returns the folded texts in a row that starts with `searched`.
    static func words(_ row: Rows.Row) -> RecordWords {
        SearchableText.recordWords(
            title: row.text(11), alternate: row.optionalText(13), otherTitles: row.optionalText(15), words: row.text(14)
        )
    }
}

/// A cache of decoded fields and keywords that occur in many rows, such as the countries of cities.
struct KnownFields {
    /// The maximum size of the cache; if there are more different values, few of them recur.
    private static let limit = 2_000
    private var fields: [[UInt8]: [Record.Field]] = [:]
    private var texts: [[UInt8]: [String]] = [:]

    mutating func fields(_ row: Rows.Row, _ column: Int) throws -> [Record.Field] {
        let bytes = row.withBytes(column) { Array($0) }
        if let found = fields[bytes] { return found }
        let value = try FieldsJSON.fields(StoredRow.json(row, column))
        if fields.count < Self.limit { fields[bytes] = value }
        return value
    }

    mutating func texts(_ row: Rows.Row, _ column: Int) throws -> [String] {
        let bytes = row.withBytes(column) { Array($0) }
        if let found = texts[bytes] { return found }
        let value = try FieldsJSON.texts(StoredRow.json(row, column))
        if texts.count < Self.limit { texts[bytes] = value }
        return value
    }
}
