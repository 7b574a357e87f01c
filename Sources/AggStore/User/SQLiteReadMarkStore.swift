package import AggSearch
package import AggSource
package import AggStorage
import Foundation
import GRDB

/// Read marks in the user file.
package struct SQLiteReadMarkStore: ReadMarkStore {
    private let file: StoreFile

    init(_ file: StoreFile) {
        self.file = file
    }

    /// All marks.
    package func readMarks() async throws(StoreError) -> ReadMarks {
        try await file.read(.short) { db in
            var marks = ReadMarks()
            try db.forEachRow("SELECT source, at, changes FROM read_source") { row in
                if let source = SourceID(row.text(0)) {
                    marks.sources[source] = .init(at: row.date(1), changes: Int(row.integer(2)))
                }
                return true
            }
            try db.forEachRow("SELECT source, key, at, is_read FROM read_record") { row in
                if let source = SourceID(row.text(0)) {
                    let address = RecordAddress(source: source, key: row.text(1))
                    marks.records[address] = .init(isRead: row.integer(3) != 0, at: row.date(2))
                }
                return true
            }
            return marks
        }
    }

    /// Marks records.
    package func mark(_ records: [RecordAddress: ReadMarks.OfRecord]) async throws(StoreError) {
        guard let newest = records.values.map(\.at).max() else { return }
        try await file.write { db in
            for (address, mark) in records {
                try db.run(
                    "INSERT OR REPLACE INTO read_record (source, key, at, is_read) VALUES (?1, ?2, ?3, ?4)",
                    [
                        .text(address.source.description), .text(address.key),
                        .decimal(mark.at.timeIntervalSince1970), SQLValue(mark.isRead),
                    ])
            }
            let oldest = newest.addingTimeInterval(-ChangeRetention.longestSeconds)
            try db.run("DELETE FROM read_record WHERE at < ?1", [.decimal(oldest.timeIntervalSince1970)])
            return ()
        }
    }

    /// Marks all changes of sources up to a given time as read.
    package func mark(_ sources: [SourceID: ReadMarks.OfSource]) async throws(StoreError) {
        guard !sources.isEmpty else { return }
        try await file.write { db in
            for (source, mark) in sources {
                let values: [SQLValue] = [.text(source.description), .decimal(mark.at.timeIntervalSince1970)]
                try db.run(
                    "INSERT OR REPLACE INTO read_source (source, at, changes) VALUES (?1, ?2, ?3)",
                    values + [SQLValue(mark.changes)])
                try db.run("DELETE FROM read_record WHERE source = ?1 AND at <= ?2", values)
            }
            return ()
        }
    }
}
