import AggSource
import GRDB
import GRDBSQLite

/// A statement that GRDB has prepared and keeps, bound and stepped through SQLite itself.
///
/// Text goes in and out with its length, so that a NUL is a character like any other, and a row costs nothing but the
/// values that are read from it: hundreds of thousands of rows pass here in a refresh.
struct PreparedStatement: ~Copyable {
    private let statement: Statement
    private let handle: OpaquePointer

    /// Prepares SQL, or takes it out of the connection's cache.
    ///
    /// - Throws: `DatabaseError`; `CancellationError` when the task is cancelled.
    init(_ db: Database, _ sql: String) throws {
        try Task.checkCancellation()
        statement = try db.cachedStatement(sql: sql)
        handle = statement.sqliteStatement
    }

    /// Prepares SQL for itself alone, so that several can stand at rows of the same SQL.
    init(uncached db: Database, _ sql: String) throws {
        try Task.checkCancellation()
        statement = try db.makeStatement(sql: sql)
        handle = statement.sqliteStatement
    }

    /// So many numbered parameters, `?1, ?2, …`.
    static func parameters(_ count: Int) -> String {
        (1...count).map { "?\($0)" }.joined(separator: ", ")
    }

    deinit {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    /// Binds values to the parameters 1, 2, ….
    func bind(_ values: [SQLValue]) {
        for (index, value) in values.enumerated() { bind(index + 1, value) }
    }

    func bind(_ index: Int, _ value: SQLValue) {
        switch value {
        case .null: bindNull(index)
        case .integer(let number): bind(index, number)
        case .decimal(let number): bind(index, number)
        case .text(let text): bind(index, text)
        }
    }

    func bindNull(_ index: Int) {
        sqlite3_bind_null(handle, CInt(index))
    }

    func bind(_ index: Int, _ number: Int64) {
        sqlite3_bind_int64(handle, CInt(index), number)
    }

    func bind(_ index: Int, _ number: Double?) {
        guard let number else { return bindNull(index) }
        sqlite3_bind_double(handle, CInt(index), number)
    }

    func bind(_ index: Int, _ text: String?) {
        guard var text else { return bindNull(index) }
        text.withUTF8 { bind(index, UnsafeRawBufferPointer($0), Self.copied) }
    }

    /// Binds a text that stays where it is until the statement has been stepped.
    func bind(_ index: Int, uncopied text: UnsafeRawBufferPointer?) {
        guard let text else { return bindNull(index) }
        bind(index, text, nil)
    }

    private func bind(_ index: Int, _ text: UnsafeRawBufferPointer, _ destructor: sqlite3_destructor_type?) {
        // A missing address would be NULL and not the empty text.
        guard let start = text.baseAddress, !text.isEmpty else {
            sqlite3_bind_text(handle, CInt(index), "", 0, Self.copied)
            return
        }
        sqlite3_bind_text(
            handle, CInt(index), start.assumingMemoryBound(to: CChar.self), CInt(text.count), destructor)
    }

    /// Binds a value of the row another statement stands at; it is not copied, so this statement has to be stepped
    /// before the other.
    func bind(_ index: Int, column: Int, of row: borrowing PreparedStatement) {
        let (index, column) = (CInt(index), CInt(column))
        switch sqlite3_column_type(row.handle, column) {
        case SQLITE_INTEGER: sqlite3_bind_int64(handle, index, sqlite3_column_int64(row.handle, column))
        case SQLITE_FLOAT: sqlite3_bind_double(handle, index, sqlite3_column_double(row.handle, column))
        case SQLITE_TEXT: bind(Int(index), uncopied: row.text(at: Int(column)))
        case SQLITE_NULL: sqlite3_bind_null(handle, index)
        default: sqlite3_bind_value(handle, index, sqlite3_column_value(row.handle, column))
        }
    }

    /// Goes to the next row; false when there is none.
    func step() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code:
            let message = sqlite3_db_handle(handle).map { String(cString: sqlite3_errmsg($0)) }
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: statement.sql)
        }
    }

    /// Makes the statement ready for other values.
    func reset() {
        sqlite3_reset(handle)
    }

    func isNull(_ column: Int) -> Bool {
        sqlite3_column_type(handle, CInt(column)) == SQLITE_NULL
    }

    func integer(_ column: Int) -> Int64 {
        sqlite3_column_int64(handle, CInt(column))
    }

    func decimal(_ column: Int) -> Double? {
        isNull(column) ? nil : sqlite3_column_double(handle, CInt(column))
    }

    func text(_ column: Int) -> String {
        withBytes(column) { String(decoding: $0, as: UTF8.self) }
    }

    /// A text as it was written; nil for NULL and for bytes that are not UTF-8.
    func validText(_ column: Int) -> String? {
        isNull(column) ? nil : withBytes(column) { String(validating: $0, as: UTF8.self) }
    }

    func optionalText(_ column: Int) -> String? {
        isNull(column) ? nil : text(column)
    }

    /// The bytes of a text; they live no longer than the call.
    func withBytes<Value>(_ column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Value) rethrows -> Value {
        let start = sqlite3_column_text(handle, CInt(column))
        let count = sqlite3_column_bytes(handle, CInt(column))
        return try body(UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(count)))
    }

    /// A text where SQLite keeps it, until the next step.
    func text(at column: Int) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_text(handle, CInt(column))
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, CInt(column))))
    }

    /// `SQLITE_TRANSIENT`, a macro that Swift does not import: SQLite copies what is bound.
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}
