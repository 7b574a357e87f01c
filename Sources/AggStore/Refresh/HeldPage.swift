import GRDB

/// Keeps a page of the mirror in memory that changes before and after many rows are written.
///
/// Otherwise, SQLite writes it to the log first, once its cache is full, and overwrites it there when it changes again.
/// The checksum of each frame in the log depends on all frames before it
/// (https://www.sqlite.org/fileformat2.html#walcksm), so SQLite then has to read the whole log again.
struct HeldPage: ~Copyable {
    private let statement: PreparedStatement

    /// Holds the page with the first row of a table: SQLite keeps the pages of a statement's current row in memory.
    init(ofFirstRowIn table: String, _ db: Database) throws {
        let statement = try PreparedStatement(db, "SELECT 1 FROM \(table)")
        _ = try statement.step()
        self.statement = statement
    }

    /// Lets SQLite write the page again.
    consuming func release() {}
}
