import GRDB

extension Database {
    /// Does work in a transaction that takes the lock for writing at its beginning.
    func inImmediateTransaction<Value>(_ work: () throws -> Value) throws -> Value {
        var value: Value?
        try inTransaction(.immediate) {
            value = try work()
            return .commit
        }
        guard let value else { throw DatabaseError(message: "the transaction gave no value") }
        return value
    }
}
