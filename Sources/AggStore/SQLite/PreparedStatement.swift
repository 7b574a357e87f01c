import AggSource
import Foundation
import GRDB
import GRDBSQLite

/// A statement prepared and cached by GRDB, but bound and stepped through SQLite directly.
///
/// Texts are passed with their length, so NUL is a character like any other. A row costs only as much as the values read
/// from it: a refresh processes hundreds of thousands of rows.
struct PreparedStatement: ~Copyable {
    private let statement: Statement
    private let handle: OpaquePointer

    /// Prepares SQL, or takes it from the connection's cache.
    ///
    /// - Throws: `DatabaseError`; `CancellationError` if the task is canceled.
    init(_ db: Database, _ sql: String) throws {
        try Task.checkCancellation()
        statement = try db.cachedStatement(sql: sql)
        handle = statement.sqliteStatement
    }

    /// Prepares SQL without caching, so that several statements with the same SQL can run at once.
    init(uncached db: Database, _ sql: String) throws {
        try Task.checkCancellation()
        statement = try db.makeStatement(sql: sql)
        handle = statement.sqliteStatement
    }

    /// Returns this many numbered parameters: `?1, ?2, …`.
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

    /// Binds a text that remains valid until the statement has been stepped.
    func bind(_ index: Int, uncopied text: UnsafeRawBufferPointer?) {
        guard let text else { return bindNull(index) }
        bind(index, text, nil)
    }

    private func bind(_ index: Int, _ text: UnsafeRawBufferPointer, _ destructor: sqlite3_destructor_type?) {
        // A null pointer would bind NULL instead of the empty text.
        guard let start = text.baseAddress, !text.isEmpty else {
            sqlite3_bind_text(handle, CInt(index), "", 0, Self.copied)
            return
        }
        sqlite3_bind_text(
            handle, CInt(index), start.assumingMemoryBound(to: CChar.self), CInt(text.count), destructor)
    }

    /// Binds a value of another statement's current row without copying it, so this statement must be stepped before
    /// the other.
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

    /// Moves to the next row; false if there is none.
    func step() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code:
            let message = sqlite3_db_handle(handle).map { String(cString: sqlite3_errmsg($0)) }
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: statement.sql)
        }
    }

    /// Calls `body` with each row until it returns false.
    func forEachRow(_ body: (borrowing PreparedStatement) throws -> Bool) throws {
        while try step() {
            guard try body(self) else { return }
        }
    }

    /// Runs a statement that returns no rows, and resets it for new values.
    func run() throws {
        _ = try step()
        reset()
    }

    /// Resets the statement for new values.
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

    func date(_ column: Int) -> Date {
        Date(timeIntervalSince1970: decimal(column) ?? 0)
    }

    func optionalDate(_ column: Int) -> Date? {
        decimal(column).map { Date(timeIntervalSince1970: $0) }
    }

    func text(_ column: Int) -> String {
        withBytes(column) { String(decoding: $0, as: UTF8.self) }
    }

    /// A text; nil for NULL and for invalid UTF-8.
    func validText(_ column: Int) -> String? {
        isNull(column) ? nil : withBytes(column) { String(validating: $0, as: UTF8.self) }
    }

    func optionalText(_ column: Int) -> String? {
        isNull(column) ? nil : text(column)
    }

    /// The bytes of a text, valid only during the call.
    func withBytes<Value>(_ column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Value) rethrows -> Value {
        let start = sqlite3_column_text(handle, CInt(column))
        let count = sqlite3_column_bytes(handle, CInt(column))
        return try body(UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(count)))
    }

    /// A text in SQLite's memory, valid until the next step.
    func text(at column: Int) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_text(handle, CInt(column))
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, CInt(column))))
    }

    /// `SQLITE_TRANSIENT`, a macro that Swift does not import: SQLite copies what is bound.
    static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}
