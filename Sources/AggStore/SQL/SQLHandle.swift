import AggSource
import AggStorage
import CSQLite
import GRDB

/// A separate read-only connection, independent of the rest of the store.
///
/// GRDB sets the authorizer of its own connections, and statements typed by users need ours.
struct SQLHandle: ~Copyable {
    let pointer: OpaquePointer
    let path: String

    /// Opens a file for reading.
    static func open(_ path: String, busyTimeout: Double) throws(SQLError) -> SQLHandle {
        do {
            return try DatabaseFile.openForReading(path) { address in
                let handle = try SQLHandle(path, address: address, busyTimeout)
                // A file is not accessed until it is first read.
                let code = sqlite3_exec(handle.pointer, "SELECT 1 FROM main.source LIMIT 1", nil, nil, nil)
                guard code == SQLITE_OK else { throw Self.error(code, handle.message) }
                return handle
            }
        } catch {
            throw .store(StoreError(error, file: path))
        }
    }

    private init(_ path: String, address: String, _ busyTimeout: Double) throws {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(address, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, nil)
        guard code == SQLITE_OK, let opened else {
            sqlite3_close_v2(opened)
            throw Self.error(code, String(cString: sqlite3_errstr(code)))
        }
        pointer = opened
        self.path = path
        sqlite3_extended_result_codes(opened, 1)
        sqlite3_busy_timeout(opened, CInt(clamping: busyTimeout * 1_000))
    }

    private static func error(_ code: CInt, _ message: String) -> DatabaseError {
        DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
    }

    deinit {
        sqlite3_close_v2(pointer)
    }

    var message: String { String(cString: sqlite3_errmsg(pointer)) }

    /// Runs our own SQL, ignoring the rows.
    func run(_ sql: String, _ values: [JSONValue] = []) throws(SQLError) {
        try forEachRow(sql, values) { _ in }
    }

    /// Runs our own SQL and calls `body` with each row.
    func forEachRow(
        _ sql: String, _ values: [JSONValue] = [], _ body: (borrowing SQLStatement) -> Void
    ) throws(SQLError) {
        let statement = try SQLStatement(self, sql)
        for (index, value) in values.enumerated() { statement.bind(index + 1, value) }
        while true {
            switch statement.step() {
            case SQLITE_ROW: body(statement)
            case SQLITE_DONE: return
            case let code: throw .store(StoreError(Self.error(code, message), file: path))
            }
        }
    }
}

/// A prepared statement on this connection.
struct SQLStatement: ~Copyable {
    private let pointer: OpaquePointer

    /// Prepares our own SQL.
    init(_ handle: borrowing SQLHandle, _ sql: String) throws(SQLError) {
        var prepared: OpaquePointer?
        sqlite3_prepare_v2(handle.pointer, sql, -1, &prepared, nil)
        guard let prepared else { throw .store(.failed(file: handle.path, detail: handle.message)) }
        pointer = prepared
    }

    /// Takes ownership of a prepared statement.
    init(_ prepared: OpaquePointer) {
        pointer = prepared
    }

    deinit {
        sqlite3_finalize(pointer)
    }

    /// Whether it cannot change anything.
    var isReadOnly: Bool { sqlite3_stmt_readonly(pointer) != 0 }

    func step() -> CInt { sqlite3_step(pointer) }

    /// The names of the columns; repeated names get a number.
    var columns: [String] {
        DataTable.unique(
            (0..<sqlite3_column_count(pointer)).map { index in
                sqlite3_column_name(pointer, index).map { String(cString: $0) } ?? ""
            })
    }

    /// About how much memory the values of the current row take, in bytes.
    var size: Int {
        (0..<sqlite3_column_count(pointer)).reduce(64) { sum, index in
            switch sqlite3_column_type(pointer, index) {
            case SQLITE_TEXT: sum + 64 + Int(sqlite3_column_bytes(pointer, index))
            case SQLITE_BLOB: sum + 64 + 2 * Int(sqlite3_column_bytes(pointer, index))
            default: sum + 32
            }
        }
    }

    /// The values of the current row; bytes that are not text become hexadecimal digits.
    var values: [JSONValue] {
        (0..<sqlite3_column_count(pointer)).map { index in
            switch sqlite3_column_type(pointer, index) {
            case SQLITE_INTEGER: return .integer(sqlite3_column_int64(pointer, index))
            case SQLITE_FLOAT: return .decimal(sqlite3_column_double(pointer, index))
            case SQLITE_TEXT:
                let start = sqlite3_column_text(pointer, index)
                let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, index)))
                return .string(String(decoding: bytes, as: UTF8.self))
            case SQLITE_BLOB:
                let start = sqlite3_column_blob(pointer, index)
                let bytes = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, index)))
                return .string(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
            default: return .null
            }
        }
    }

    /// Binds a value: null, a Boolean, a number, or a text.
    func bind(_ index: Int, _ value: JSONValue) {
        let index = CInt(index)
        switch value {
        case .boolean(let flag): sqlite3_bind_int64(pointer, index, flag ? 1 : 0)
        case .integer(let number): sqlite3_bind_int64(pointer, index, number)
        case .decimal(let number): sqlite3_bind_double(pointer, index, number)
        case .string(let text):
            sqlite3_bind_text(pointer, index, text, CInt(text.utf8.count), PreparedStatement.copied)
        default: sqlite3_bind_null(pointer, index)
        }
    }
}
