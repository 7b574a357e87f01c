import GRDB

/// Inserts staged rows into the mirror, many with each statement.
///
/// SQLite spends a quarter of its time for a small row on starting and ending the statement.
struct RowInsertion: ~Copyable {
    private let db: Database
    private let source: Int64
    private let single: PreparedStatement
    /// Inserts `rowsTogether` rows; prepared when there are that many.
    private var multiple: PreparedStatement?
    private let titles: AlternativeTitleRows

    /// The number of rows that one statement inserts.
    static let rowsTogether = 128
    /// The columns of a row: its id, class, and source, and those of `StagedRows.content`.
    private static let columnCount = StagedRows.contentCount + 3

    /// Prepares to insert rows of a source.
    init(_ source: Int64, _ db: Database) throws {
        let single = try PreparedStatement(db, Self.sql(rows: 1))
        let titles = try AlternativeTitleRows(db)
        self.db = db
        self.source = source
        self.single = single
        self.titles = titles
        multiple = nil
    }

    private static func sql(rows: Int) -> String {
        // SQLite takes quadratic time to prepare numbered parameters. If a statement of many rows could abort, SQLite would
        // write the new entries of the text index each time; here, any failure ends the transaction.
        let values = "(\(Array(repeating: "?", count: columnCount).joined(separator: ", ")))"
        return """
            INSERT OR FAIL INTO record (id, class, source, \(StagedRows.content))
            VALUES \(Array(repeating: values, count: rows).joined(separator: ", "))
            """
    }

    /// Inserts the rows of a batch.
    mutating func insert(_ batch: RowBatch) throws {
        try batch.forEach { _, id, row in try titles.add(id, row) }
        guard batch.count >= Self.rowsTogether else {
            return try batch.forEach { _, id, row in try insert(id, row) }
        }
        let statement =
            if let prepared = multiple.take() { prepared } else {
                try PreparedStatement(uncached: db, Self.sql(rows: Self.rowsTogether))
            }
        let rest = batch.count - batch.count % Self.rowsTogether
        try batch.forEach { index, id, row in
            guard index < rest else { return try insert(id, row) }
            let position = index % Self.rowsTogether
            bind(id, row, to: statement, at: position)
            if position == Self.rowsTogether - 1 { try statement.run() }
        }
        multiple = consume statement
    }

    private func insert(_ id: Int64, _ row: StagedRow) throws {
        bind(id, row, to: single, at: 0)
        try single.run()
    }

    private func bind(_ id: Int64, _ row: StagedRow, to statement: borrowing PreparedStatement, at index: Int) {
        let first = index * Self.columnCount + 1
        statement.bind(first, id)
        statement.bind(first + 1, source * 8 + Int64(row.head.rank))
        statement.bind(first + 2, source)
        row.bind(to: statement, from: first + 3)
    }
}
