import AggSource
import CPQ

/// The result of a statement, freed when it is released.
final class Rows {
    private let result: OpaquePointer

    init(_ result: OpaquePointer) {
        self.result = result
    }

    deinit {
        PQclear(result)
    }

    var count: Int { Int(PQntuples(result)) }
    /// Whether this result starts a copy.
    var isCopy: Bool { [PGRES_COPY_IN, PGRES_COPY_OUT].contains(PQresultStatus(result)) }
    var columns: [String] {
        (0..<PQnfields(result)).map { column in PQfname(result, column).map { String(cString: $0) } ?? "" }
    }

    /// Returns the type of a column, as the server's type number.
    func type(of column: Int) -> UInt32 { PQftype(result, Int32(column)) }

    /// The number of rows that a statement changed.
    var changed: Int { PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0 }

    /// All values, each preceded by its length, to find out whether anything changed since an earlier result.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        let columns = Int(PQnfields(result))
        forEach { row in
            for column in 0..<columns {
                let length = row.isNull(column) ? -1 : PQgetlength(result, row.index, Int32(column))
                withUnsafeBytes(of: length) { bytes.append(contentsOf: $0) }
                row.withBytes(column) { bytes.append(contentsOf: $0) }
            }
        }
        return bytes
    }

    var first: Row? { count > 0 ? Row(rows: self, index: 0) : nil }

    /// Calls `body` with each row.
    func forEach(_ body: (Row) throws -> Void) rethrows {
        for index in 0..<Int32(count) { try body(Row(rows: self, index: index)) }
    }

    func map<Value>(_ body: (Row) throws -> Value) rethrows -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(count)
        try forEach { values.append(try body($0)) }
        return values
    }

    /// A row of a result.
    struct Row {
        let rows: Rows
        let index: Int32

        func isNull(_ column: Int) -> Bool { PQgetisnull(rows.result, index, Int32(column)) != 0 }

        /// Calls `body` with the bytes of a value, as the server wrote them.
        func withBytes<Value>(_ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
            let count = PQgetlength(rows.result, index, Int32(column))
            return try body(
                UnsafeRawBufferPointer(start: PQgetvalue(rows.result, index, Int32(column)), count: Int(count)))
        }

        func text(_ column: Int) -> String { withBytes(column, ServerText.text) }
        func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }
        func integer(_ column: Int) -> Int64 { Int64(text(column)) ?? 0 }
        func count(_ column: Int) -> Int { Int(clamping: integer(column)) }
        func decimal(_ column: Int) -> Double? { isNull(column) ? nil : Double(text(column)) }
        func flag(_ column: Int) -> Bool { text(column) == "t" }
    }
}

/// A parameter value of a statement.
enum Value {
    case null
    case text(String)
    case integer(Int64)
    case decimal(Double)
    case flag(Bool)
    case texts([String])
    case integers([Int64])
    case decimals([Double])

    init(_ text: String?) { self = text.map(Value.text) ?? .null }
    init(_ number: Double?) { self = number.map(Value.decimal) ?? .null }
    init(_ number: Int) { self = .integer(Int64(number)) }

    /// The value in the server's text format; nil for NULL.
    var written: String? {
        switch self {
        case .null: nil
        case .text(let text): ServerText.stored(text)
        case .integer(let number): String(number)
        case .decimal(let number): "\(number)"
        case .flag(let flag): flag ? "t" : "f"
        case .texts(let texts): "{" + texts.map { Self.quoted(ServerText.stored($0)) }.joined(separator: ",") + "}"
        case .integers(let numbers): "{" + numbers.map(String.init).joined(separator: ",") + "}"
        case .decimals(let numbers): "{" + numbers.map { "\($0)" }.joined(separator: ",") + "}"
        }
    }

    /// The value as an SQL literal.
    var literal: String {
        guard let written else { return "NULL" }
        return "E'" + written.replacingEach("\\", with: "\\\\").replacingEach("'", with: "''") + "'"
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacingEach("\\", with: "\\\\").replacingEach("\"", with: "\\\"") + "\""
    }
}
