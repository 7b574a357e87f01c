import AggSource
import AggStorage
import Foundation
import GRDB

/// Records the changes of a commit, within the commit's transaction.
///
/// `RefreshCommit.entries` determines what is recorded, and `RefreshCommit.listed` which records are listed.
struct ChangeRecorder {
    let db: Database
    /// The source before the commit.
    let source: SourceRow
    let commit: RefreshCommit
    let staged: StagedRows
    let retention: ChangeRetention

    /// Records a load into an empty source, once the rows are in place.
    func record(load change: LoadChange) throws {
        try record(change) { number, _ in
            let ids = RecordClass.ids(ofSource: source.number)
            try db.run(
                """
                INSERT INTO change (refresh, kind, key, title)
                SELECT ?1, ?2, key, \(Self.title("record.title")) FROM record WHERE id BETWEEN ?4 AND ?5 ORDER BY id LIMIT ?3
                """,
                values(number, .added, commit.mostChanges(retention))
                    + [.integer(ids.lowerBound), .integer(ids.upperBound)])
        }
    }

    /// Records the planned changes, while the stored rows are still unchanged.
    func record(merge change: LoadChange) throws {
        try record(change) { number, entry in
            var room = commit.mostChanges(retention)
            if entry.changed > 0 { room -= try recordChanged(number, limit: room) }
            if entry.removed > 0 {
                room -= try db.run(
                    """
                    INSERT INTO change (refresh, kind, key, title)
                    SELECT ?1, ?2, key, \(Self.title("record.title"))
                    FROM gone CROSS JOIN record ON record.id = gone.id ORDER BY gone.id LIMIT ?3
                    """, values(number, .removed, room))
            }
            if entry.added > 0 { try recordAdded(number, limit: room) }
        }
    }

    private func record(
        _ change: LoadChange, listing: (_ number: Int64, _ entry: ChangeLog.Refresh) throws -> Void
    ) throws {
        if change.isEmpty { return }
        let changes = MirrorChanges(db: db, source: source, retention: retention)
        let entries = commit.entries(
            for: change, offered: staged.file.count - change.duplicates, over: source.state,
            after: try changes.lastChange())
        guard let last = entries.last else { return }
        for entry in entries {
            try db.run(
                "INSERT INTO refresh (source, at, kind, added, changed, removed) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                [
                    .integer(source.number), .decimal(entry.at.timeIntervalSince1970), .text(entry.kind.rawValue),
                    SQLValue(entry.added), SQLValue(entry.changed), SQLValue(entry.removed),
                ])
            let listed = commit.listed(entry)
            if listed.count > 0 { try listing(db.lastInsertedRowID, listed) }
        }
        try changes.forget(
            before: last.at.addingTimeInterval(-retention.seconds), unexaminedSince: commit.unexaminedSince)
    }

    /// Records the rows that differ, with their old and new contents.
    private func recordChanged(_ number: Int64, limit: Int) throws -> Int {
        let insert = try PreparedStatement(
            db, "INSERT INTO change (refresh, kind, key, title, fields) VALUES (?1, ?2, ?3, ?4, ?5)")
        let staged = try PreparedStatement(
            db, "SELECT \(StoredRecord.columns(class: "?2 + rank")) FROM replacement WHERE id = ?1")
        staged.bind(2, source.number * 8)
        var count = 0
        try db.forEachRow(
            """
            SELECT \(StoredRecord.columns), id FROM record
            WHERE id IN (SELECT id FROM replacement) ORDER BY id LIMIT ?1
            """, [SQLValue(limit)]
        ) { row in
            staged.bind(1, row.integer(StoredRecord.columnCount))
            guard try staged.step() else { throw DamagedRecord() }
            let new = try StoredRecord.record(staged)
            staged.reset()
            let fields = FieldChangesJSON.shortened(FieldChange.between(try StoredRecord.record(row), new))
            insert.bind([
                .integer(number), .text(RecordChange.Kind.changed.rawValue), .text(new.key),
                .text(FieldChangesJSON.shortened(new.title)), .text(FieldChangesJSON.text(fields)),
            ])
            try insert.run()
            count += 1
            return true
        }
        return count
    }

    private func recordAdded(_ number: Int64, limit: Int) throws {
        let insert = try PreparedStatement(
            db, "INSERT INTO change (refresh, kind, key, title) VALUES (?1, ?2, ?3, \(Self.title("?4")))")
        insert.bind([.integer(number), .text(RecordChange.Kind.added.rawValue)])
        try staged.forEach(
            "SELECT place FROM planned WHERE id IS NULL ORDER BY rank, place LIMIT ?1", [SQLValue(limit)]
        ) { _, row in
            insert.bind(3, uncopied: row[.key])
            insert.bind(4, uncopied: row[.title])
            try insert.run()
        }
    }

    private func values(_ number: Int64, _ kind: RecordChange.Kind, _ limit: Int) -> [SQLValue] {
        [.integer(number), .text(kind.rawValue), SQLValue(limit)]
    }

    /// A title, truncated if long.
    private static func title(_ title: String) -> String {
        "substr(\(title), 1, \(FieldChangesJSON.longestText))"
    }
}
