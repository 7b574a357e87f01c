import AggSource
import GRDB

/// A value for a parameter of a statement.
enum SQLValue {
    case null
    case integer(Int64)
    case decimal(Double)
    case text(String)

    init(_ number: Int) { self = .integer(Int64(number)) }
    init(_ flag: Bool) { self = .integer(flag ? 1 : 0) }
    init(_ text: String?) { self = text.map(SQLValue.text) ?? .null }
    init(_ number: Double?) { self = number.map(SQLValue.decimal) ?? .null }
}

extension Database {
    /// Runs a statement and calls `body` with each row until it returns false.
    func forEachRow(
        _ sql: String, _ values: [SQLValue] = [], _ body: (borrowing PreparedStatement) throws -> Bool
    ) throws {
        let statement = try PreparedStatement(self, sql)
        statement.bind(values)
        try statement.forEachRow(body)
    }

    /// Runs a statement that returns no rows.
    ///
    /// - Returns: The number of rows it wrote.
    @discardableResult
    func run(_ sql: String, _ values: [SQLValue] = []) throws -> Int {
        try forEachRow(sql, values) { _ in true }
        return changesCount
    }

    /// The first value of the first row as an integer; nil if there is no row or it is NULL.
    func integer(_ sql: String, _ values: [SQLValue] = []) throws -> Int64? {
        var found: Int64?
        try forEachRow(sql, values) { row in
            found = row.isNull(0) ? nil : row.integer(0)
            return false
        }
        return found
    }
}

extension Database {
    /// Does work in a transaction that takes the write lock at its start.
    func inImmediateTransaction<Value>(_ work: () throws -> Value) throws -> Value {
        var value: Value?
        try inTransaction(.immediate) {
            value = try work()
            return .commit
        }
        guard let value else { throw DatabaseError(message: "the transaction returned no value") }
        return value
    }
}
