import AggSearch
import AggSource
import AggStorage
import GRDB

/// The sources with matches, found in one pass through the text index.
///
/// Asking the index about each of thousands of sources takes much longer, because most have no match.
struct SourcesWithMatches {
    /// With fewer sources, asking about each one is as fast.
    static let fewest = 16
    /// With more rows than this, asking about each source is faster.
    private static let mostRows = 20_000

    /// The rows that contain all words, in id order, by the number of their source.
    private let ids: [Int64: [Int64]]

    /// Looks for rows of any source; nil if there are too many.
    init?(_ text: SearchText, prefixes: PrefixExpansion, _ db: Database) throws {
        let expression = try TextExpression(text.forms, .anywhere, begun: prefixes.expression)
        var ids: [Int64: [Int64]] = [:]
        var count = 0
        try db.forEachRow(
            "SELECT rowid FROM record_text WHERE record_text MATCH ?1 ORDER BY rowid LIMIT ?2",
            [.text(expression.text), SQLValue(Self.mostRows + 1)]
        ) { row in
            count += 1
            ids[RecordClass.source(ofRow: row.integer(0)), default: []].append(row.integer(0))
            return true
        }
        guard count <= Self.mostRows else { return nil }
        self.ids = ids
    }

    /// The rows of a source that contain all words, in id order.
    func ids(of source: SearchedSource) -> [Int64] { ids[source.number] ?? [] }

    /// The given sources that have such rows, with their conditions.
    func conditions(among asked: [SourceID: RecordCondition], _ db: Database) throws -> [SourceID: RecordCondition] {
        var found: [SourceID: RecordCondition] = [:]
        let source = try PreparedStatement(db, "SELECT id FROM source WHERE number = ?1")
        for number in ids.keys {
            source.reset()
            source.bind(1, number)
            if try source.step(), let id = SourceID(source.text(0)) { found[id] = asked[id] }
        }
        return found
    }
}
