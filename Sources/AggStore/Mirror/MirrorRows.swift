import AggCore
import Foundation
import GRDB

/// The rows of one source in the tables, changed a set at a time.
///
/// The sets are temporary tables: `planned` has the staged rows that differ from what is stored (`id` is the stored
/// row, or NULL), `gone` the rows to remove, `placed` the rows to insert in their order. Nothing here holds rows in
/// memory.
struct MirrorRows {
    let db: Database
    /// The source's number.
    let source: Int64
    /// Where runs begin and end among the staged rows.
    var runs: [ClosedRange<Int>] = []

    /// From how many rows on it pays to make indexes anew.
    private static let bulk = 10_000

    /// Finds the staged rows that are new or differ.
    func plan() throws {
        try db.execute(
            sql: """
                CREATE TEMP TABLE planned (sequence INTEGER PRIMARY KEY, id INTEGER);
                CREATE TEMP TABLE gone (id INTEGER PRIMARY KEY);
                """)
        try db.run(
            """
            INSERT INTO planned
            SELECT s.sequence, r.id
            FROM staged s LEFT JOIN record r INDEXED BY record_key ON r.source = ?1 AND r.key = s.key
            WHERE r.digest IS NOT s.digest
            """, [.integer(source)])
    }

    /// Finds the rows that are not staged and were last seen before a time; without a time all that are not staged.
    ///
    /// Rows that do not say when they were seen were seen at the time given for them. Returns how many rows there are.
    func markUnstagedAsGone(seenBefore: Date?, otherwise: Date?) throws -> Int {
        let unstaged = "FROM record r WHERE r.source = ?1 AND NOT EXISTS (SELECT 1 FROM staged s WHERE s.key = r.key)"
        guard let seenBefore else {
            return try db.run("INSERT INTO gone SELECT r.id \(unstaged)", [.integer(source)])
        }
        return try db.run(
            "INSERT INTO gone SELECT r.id \(unstaged) AND coalesce(r.seen, ?2) < ?3",
            [
                .integer(source), SQLValue(otherwise?.timeIntervalSince1970),
                .decimal(seenBefore.timeIntervalSince1970),
            ])
    }

    /// Removes changed rows that are of another class now, and plans them as new ones: their ids do not fit any more.
    func replaceMovedRows() throws {
        let moved = try db.run(
            """
            INSERT INTO gone
            SELECT p.id
            FROM planned p CROSS JOIN staged s ON s.sequence = p.sequence CROSS JOIN record r ON r.id = p.id
            WHERE p.id IS NOT NULL AND r.class <> ?1 + s.rank
            """, [.integer(source * 8)])
        if moved > 0 { try db.run("UPDATE planned SET id = NULL WHERE id IN (SELECT id FROM gone)") }
    }

    /// Writes the planned rows over the stored ones; the text index only where its text differs, and in the order of
    /// ids, since it writes out what it has gathered whenever an id is smaller than the last.
    func updatePlanned() throws {
        let (old, new) = (SearchableText.sql("r"), SearchableText.sql("s"))
        let differing = """
            FROM planned p CROSS JOIN staged s ON s.sequence = p.sequence CROSS JOIN record r ON r.id = p.id
            WHERE p.id IS NOT NULL AND \(old) <> \(new)
            ORDER BY r.id
            """
        try db.run("INSERT INTO record_text (record_text, rowid, text) SELECT 'delete', r.id, \(old) \(differing)")
        try db.run("INSERT INTO record_text (rowid, text) SELECT r.id, \(new) \(differing)")
        try db.run(
            """
            UPDATE record SET (\(StagedRows.content)) = (
                SELECT \(StagedRows.content) FROM staged WHERE sequence = planned.sequence
            )
            FROM planned WHERE planned.id = record.id
            """)
    }

    /// Removes the rows that are gone.
    func removeGone() throws {
        try remove("id IN (SELECT id FROM gone)", [])
    }

    /// Removes all rows of the source.
    func removeAll() throws {
        let ids = RecordClass.ids(ofSource: source)
        try remove("id BETWEEN ?1 AND ?2", [.integer(ids.lowerBound), .integer(ids.upperBound)])
    }

    private func remove(_ condition: String, _ values: [SQLValue]) throws {
        try db.run(
            """
            INSERT INTO record_text (record_text, rowid, text)
            SELECT 'delete', id, \(SearchableText.sql("record")) FROM record WHERE \(condition)
            """, values)
        try db.run("DELETE FROM record WHERE \(condition)", values)
    }

    /// Inserts all staged rows where the source has none yet.
    ///
    /// - Returns: The number of different keys among them; where it is not the number of rows, the text index lacks them.
    func loadStaged(_ count: Int) throws -> Int {
        let others = Int(try db.integer("SELECT total(records) FROM source") ?? 0)
        guard count > max(others, Self.bulk) else {
            try insertStaged()
            return try keyCount()
        }
        // Keys come in no order: where most keys are new, it is quicker to sort all keys afterwards.
        let build = try TextIndexBuild(from: db)
        try db.execute(sql: MirrorSchema.dropIndexes)
        try insertStaged(indexing: build.add)
        try build.complete()
        try db.execute(sql: MirrorSchema.makeIndexes)
        let keys = try keyCount()
        if keys == count { try build.install(in: db) }
        return keys
    }

    private func keyCount() throws -> Int {
        Int(
            try db.integer(
                "SELECT count(*) FROM (SELECT 1 FROM record INDEXED BY record_key WHERE source = ?1 GROUP BY key)",
                [.integer(source)]) ?? 0)
    }

    /// Inserts staged rows and adds them to the text index.
    ///
    /// With `onlyPlanned` those that are planned and stored nowhere.
    func insertStaged(onlyPlanned: Bool = false) throws {
        let text = try PreparedStatement(
            db, "INSERT INTO record_text (rowid, text) VALUES (?1, \(SearchableText.sql("?2", "?3", "?4")))")
        try insertStaged(onlyPlanned: onlyPlanned) { id, row in
            text.bind(1, id)
            text.bind(2, column: StagedRows.folded, of: row)
            text.bind(3, column: StagedRows.alternate, of: row)
            text.bind(4, column: StagedRows.words, of: row)
            _ = try text.step()
            text.reset()
        }
    }

    /// Inserts staged rows, in each class in the order of answers, so that the order of ids is that order; gives each
    /// to `index`.
    private func insertStaged(
        onlyPlanned: Bool = false, indexing index: (Int64, borrowing PreparedStatement) throws -> Void
    ) throws {
        var last = try lastIDs()
        let planned = onlyPlanned ? "JOIN planned p ON p.sequence = s.sequence AND p.id IS NULL" : ""
        var staged = try MergedRuns(
            runs, db,
            sql: """
                SELECT s.rank, \(StagedRows.content) FROM staged s \(planned)
                WHERE s.sequence BETWEEN ?1 AND ?2 ORDER BY s.sequence
                """)
        let record = try PreparedStatement(
            db,
            """
            INSERT INTO record (id, class, source, \(StagedRows.content))
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
            """)
        try staged.forEach { row in
            let rank = Int(row.integer(0))
            last[rank] += 1
            record.bind(1, last[rank])
            record.bind(2, source * 8 + Int64(rank))
            record.bind(3, source)
            for column in 1...14 { record.bind(column + 3, column: column, of: row) }
            _ = try record.step()
            record.reset()
            try index(last[rank], row)
        }
    }

    /// The last id of each class, by its rank; one before the first where a class has no rows.
    private func lastIDs() throws -> [Int64] {
        try (Int64(0)...7).map { rank in
            let ids = RecordClass(source * 8 + rank).ids
            return try db.integer(
                "SELECT max(id) FROM record WHERE id BETWEEN ?1 AND ?2",
                [.integer(ids.lowerBound), .integer(ids.upperBound)]) ?? ids.lowerBound
        }
    }

    /// Notes when the staged rows were last in an answer.
    func markStagedAsSeen(at time: Date?) throws {
        try db.run(
            """
            UPDATE record SET seen = ?2 WHERE id IN (
                SELECT r.id FROM staged s CROSS JOIN record r INDEXED BY record_key ON r.source = ?1 AND r.key = s.key
            )
            """, [.integer(source), SQLValue(time?.timeIntervalSince1970)])
    }
}
