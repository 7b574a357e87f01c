import GRDB

/// The staged rows in the order of answers, merged from runs that are in that order each: never more than one row of a
/// run is in memory.
struct MergedRuns {
    /// One run, at its next row.
    private final class Cursor {
        let statement: PreparedStatement
        var place: AnswerPlace

        /// Nil when there is no row.
        init?(_ statement: consuming PreparedStatement) throws {
            guard try statement.step() else { return nil }
            place = Self.place(statement)
            self.statement = statement
        }

        /// Goes to the next row; false when there is none.
        func advance() throws -> Bool {
            guard try statement.step() else { return false }
            place = Self.place(statement)
            return true
        }

        private static func place(_ row: borrowing PreparedStatement) -> AnswerPlace {
            AnswerPlace(
                rank: row.integer(0), folded: row.text(at: StagedRows.folded),
                date: row.isNull(StagedRows.date) ? nil : row.text(at: StagedRows.date),
                key: row.text(at: StagedRows.key))
        }
    }

    /// A heap: each cursor stands before the two at twice its place.
    private var cursors: [Cursor]

    /// Begins with the rows that `sql` selects of each run, between its parameters 1 and 2; they begin with `rank` and
    /// `StagedRows.content`.
    init(_ runs: [ClosedRange<Int>], _ db: Database, sql: String) throws {
        cursors = try runs.compactMap { run in
            let statement = try PreparedStatement(uncached: db, sql)
            statement.bind([SQLValue(run.lowerBound), SQLValue(run.upperBound)])
            return try Cursor(statement)
        }
        cursors.sort { $0.place.precedes($1.place) }
    }

    /// Gives each row to `body`.
    mutating func forEach(_ body: (borrowing PreparedStatement) throws -> Void) throws {
        while let first = cursors.first {
            try body(first.statement)
            if try !first.advance() {
                let last = cursors.removeLast()
                if cursors.isEmpty { return }
                cursors[0] = last
            }
            sink()
        }
    }

    /// Lets the first cursor sink to its place.
    private mutating func sink() {
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < cursors.count else { return }
            if child + 1 < cursors.count, cursors[child + 1].place.precedes(cursors[child].place) { child += 1 }
            guard cursors[child].place.precedes(cursors[parent].place) else { return }
            cursors.swapAt(parent, child)
            parent = child
        }
    }
}
