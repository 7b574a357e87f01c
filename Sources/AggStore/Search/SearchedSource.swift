import AggSource
import GRDB

/// The parts of a source that a search needs: its number and the classes with rows.
struct SearchedSource {
    let number: Int64
    /// The classes with rows, best known first.
    let classes: [RecordClass]
    private let titledProminences: Int64

    /// Finds a source; nil if nothing is recorded of it.
    ///
    /// A source with only a recorded failure has no classes.
    static func find(_ id: SourceID, _ db: Database) throws -> SearchedSource? {
        var found: SearchedSource?
        try db.forEachRow(
            "SELECT number, prominences, titled_prominences FROM source WHERE id = ?1", [.text(id.description)]
        ) { row in
            found = SearchedSource(number: row.integer(0), prominences: row.integer(1), titled: row.integer(2))
            return false
        }
        return found
    }

    /// Whether any rows of a class have alternative titles.
    func hasAlternativeTitles(_ recordClass: RecordClass) -> Bool {
        titledProminences & 1 << recordClass.prominence != 0
    }

    init(number: Int64, prominences: Int64, titled: Int64 = 0) {
        self.number = number
        titledProminences = titled
        classes = (0...7).reversed().filter { prominences & 1 << $0 != 0 }.map {
            RecordClass(source: number, prominence: $0)
        }
    }
}
