import AggSearch
import GRDB

/// Rows that were stored at 0,0 by versions that took it for a place.
enum NullIsland {
    /// Takes the coordinate from these rows, and renews their digests so that the next refresh finds them unchanged.
    static func clear(_ db: Database) throws {
        var repeated = RepeatedTexts()
        var digests: [(id: Int64, digest: Int64)] = []
        try db.forEachRow("SELECT \(StoredRecord.columns), id FROM record WHERE latitude = 0 AND longitude = 0") {
            row in
            // A record of this version has no coordinate at 0,0.
            var run = StagedRun()
            run.add(try StoredRecord.record(row), arrival: 0, &repeated)
            let digest = run.bytes.withUnsafeBytes { StagedRow($0).head.digest }
            digests.append((row.integer(StoredRecord.columnCount), digest))
            return true
        }
        for (id, digest) in digests {
            try db.run(
                "UPDATE record SET latitude = NULL, longitude = NULL, digest = ?2 WHERE id = ?1",
                [.integer(id), .integer(digest)])
        }
    }
}
