import AggSource
import AggStorage

/// The columns of a row that a record is restored from.
enum StoredRecord {
    /// The columns, in the order `record` reads them.
    static let columns = columns(class: "class")
    static let columnCount = 11
    static let fieldsColumn = 8
    static let keywordsColumn = 9

    /// The columns for a table that has the class in another form.
    static func columns(class recordClass: String) -> String {
        "key, title, subtitle, date, latitude, longitude, url, \(recordClass), fields, keywords, titles"
    }

    /// Reads the record from a row that starts with `columns`.
    ///
    /// - Throws: `DamagedRecord`.
    static func record(_ row: borrowing PreparedStatement) throws -> Record {
        try record(row, fields: fields(row), keywords: keywords(row))
    }

    /// Reads the record from a row whose fields and keywords have already been read.
    ///
    /// - Throws: `DamagedRecord`.
    static func record(
        _ row: borrowing PreparedStatement, fields: [Record.Field], keywords: [String]
    ) throws -> Record {
        var record = Record(
            key: row.text(0), title: row.text(1), subtitle: row.optionalText(2),
            date: row.optionalText(3).map(RecordDate.init(canonical:)), url: row.optionalText(6),
            prominence: RecordClass(row.integer(7)).prominence)
        if let latitude = row.decimal(4), let longitude = row.decimal(5) {
            record.coordinate = Coordinate(latitude: latitude, longitude: longitude)
        }
        record.fields = fields
        record.keywords = keywords
        record.alternativeTitles = try texts(row, 10)
        return record
    }

    /// The fields of a row that starts with `columns`.
    static func fields(_ row: borrowing PreparedStatement) throws -> [Record.Field] { try fields(row, fieldsColumn) }

    /// The keywords of a row that starts with `columns`.
    static func keywords(_ row: borrowing PreparedStatement) throws -> [String] { try texts(row, keywordsColumn) }

    /// The keywords or titles in a column; empty if NULL.
    static func texts(_ row: borrowing PreparedStatement, _ column: Int) throws -> [String] {
        row.isNull(column) ? [] : try FieldsJSON.texts(json(row, column))
    }

    /// The fields in a column; empty if NULL.
    static func fields(_ row: borrowing PreparedStatement, _ column: Int) throws -> [Record.Field] {
        row.isNull(column) ? [] : try FieldsJSON.fields(json(row, column))
    }

    private static func json(_ row: borrowing PreparedStatement, _ column: Int) throws -> JSONValue {
        do { return try row.withBytes(column) { try JSONValue(parsing: Array($0)) } } catch { throw DamagedRecord() }
    }
}

/// Reads many records: repeated fields and keywords, such as the countries of cities, are decoded and stored once.
struct RecordReader {
    private var fields = Repeated<[Record.Field]>()
    private var keywords = Repeated<[String]>()

    /// Reads the record from a row that starts with the columns of `StoredRecord`.
    ///
    /// - Throws: `DamagedRecord`.
    mutating func record(_ row: borrowing PreparedStatement) throws -> Record {
        let fields = try fields.value(row, StoredRecord.fieldsColumn, StoredRecord.fields)
        let keywords = try keywords.value(row, StoredRecord.keywordsColumn, StoredRecord.keywords)
        return try StoredRecord.record(row, fields: fields, keywords: keywords)
    }

    /// Decoded values by their bytes, up to a limit beyond which few repeat.
    private struct Repeated<Value> {
        private static var limit: Int { 2_000 }
        private var known: [[UInt8]: Value] = [:]

        mutating func value(
            _ row: borrowing PreparedStatement, _ column: Int, _ decode: (borrowing PreparedStatement) throws -> Value
        ) throws -> Value {
            guard known.count < Self.limit else { return try decode(row) }
            let bytes = row.withBytes(column) { Array($0) }
            if let value = known[bytes] { return value }
            let value = try decode(row)
            known[bytes] = value
            return value
        }
    }
}

/// This project's `Record`; GRDB has a class with the same name.
typealias Record = AggSource.Record
