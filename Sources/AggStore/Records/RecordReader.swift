import AggCore

/// Reads many records: fields and keywords that repeat, such as the countries of cities, are made and kept once.
struct RecordReader {
    /// With more different ones than these there is little that repeats.
    private static let limit = 2_000

    private var fields: [[UInt8]: [Record.Field]] = [:]
    private var keywords: [[UInt8]: [String]] = [:]

    /// Reads the record of a row that begins with the columns of `StoredRecord`.
    ///
    /// - Throws: `DamagedRecord`.
    mutating func record(_ row: borrowing PreparedStatement) throws -> Record {
        try StoredRecord.record(row, fields: fields(row), keywords: keywords(row))
    }

    private mutating func fields(_ row: borrowing PreparedStatement) throws -> [Record.Field] {
        guard fields.count < Self.limit else { return try StoredRecord.fields(row) }
        let bytes = row.withBytes(StoredRecord.fieldsColumn) { Array($0) }
        if let known = fields[bytes] { return known }
        let read = try StoredRecord.fields(row)
        fields[bytes] = read
        return read
    }

    private mutating func keywords(_ row: borrowing PreparedStatement) throws -> [String] {
        guard keywords.count < Self.limit else { return try StoredRecord.keywords(row) }
        let bytes = row.withBytes(StoredRecord.keywordsColumn) { Array($0) }
        if let known = keywords[bytes] { return known }
        let read = try StoredRecord.keywords(row)
        keywords[bytes] = read
        return read
    }
}
