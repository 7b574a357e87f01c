import GRDB

/// The places of some staged rows, as a statement selects them.
final class PlaceSelection {
    private let statement: PreparedStatement

    /// Begins with the places that `sql` selects between its parameters 1 and 2, in their order.
    init(_ db: Database, _ sql: String, within range: Range<Int>) throws {
        statement = try PreparedStatement(uncached: db, sql)
        statement.bind([SQLValue(range.lowerBound), SQLValue(range.upperBound - 1)])
    }

    /// The next place; nil when there is none.
    func next() throws -> Int? {
        try statement.step() ? Int(statement.integer(0)) : nil
    }
}
