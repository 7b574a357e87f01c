import AggCore
import GRDB

/// What a search has to know of a source: its number, and the classes that have rows.
struct SearchedSource {
    /// The source's number.
    let number: Int64
    /// The classes with rows, the best known first.
    let classes: [RecordClass]

    /// Looks a source up; nil when it has no rows.
    static func find(_ id: SourceID, _ db: Database) throws -> SearchedSource? {
        var found: SearchedSource?
        try db.forEachRow("SELECT number, prominences FROM source WHERE id = ?1", [.text(id.description)]) { row in
            found = SearchedSource(number: row.integer(0), prominences: row.integer(1))
            return false
        }
        return found
    }

    private init(number: Int64, prominences: Int64) {
        self.number = number
        classes = (0...7).reversed().filter { prominences & 1 << $0 != 0 }.map {
            RecordClass(source: number, prominence: $0)
        }
    }
}
