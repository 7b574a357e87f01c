import AggSource

/// Reads many records: fields and keywords that repeat, such as the countries of cities, are decoded and kept once.
struct RecordReader {
    private var fields = Repeated<[Record.Field]>()
    private var keywords = Repeated<[String]>()

    /// Reads the record of a row that begins with the columns of `StoredRecord`.
    ///
    /// - Throws: `DamagedRecord`.
    mutating func record(_ row: borrowing PreparedStatement) throws -> Record {
        let fields = try fields.value(row, StoredRecord.fieldsColumn, StoredRecord.fields)
        let keywords = try keywords.value(row, StoredRecord.keywordsColumn, StoredRecord.keywords)
        return try StoredRecord.record(row, fields: fields, keywords: keywords)
    }

    /// Values of a column by their bytes, up to a number beyond which little repeats.
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
