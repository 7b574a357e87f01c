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

    /// Inserts staged rows, in each class in the order of answers, so that the order of ids is that order.
    ///
    /// With `onlyPlanned` those that are planned and stored nowhere.
    func insertStaged(onlyPlanned: Bool) throws {
        try db.execute(
            sql: """
                CREATE TEMP TABLE placed (place INTEGER PRIMARY KEY, sequence INTEGER NOT NULL);
                CREATE TEMP TABLE room (rank INTEGER PRIMARY KEY, last_id INTEGER NOT NULL);
                """)
        for rank in Int64(0)...7 {
            let ids = RecordClass(source * 8 + rank).ids
            let last = try db.integer(
                "SELECT max(id) FROM record WHERE id BETWEEN ?1 AND ?2",
                [.integer(ids.lowerBound), .integer(ids.upperBound)])
            try db.run("INSERT INTO room VALUES (?1, ?2)", [.integer(rank), .integer(last ?? ids.lowerBound)])
        }
        // Keys come in no order: where there are no rows yet, it is quicker to sort them all afterwards.
        let isFirstLoad = try db.integer("SELECT 1 FROM record LIMIT 1") == nil
        if isFirstLoad { try db.execute(sql: "DROP INDEX record_key") }
        let planned = onlyPlanned ? "JOIN planned p ON p.sequence = s.sequence AND p.id IS NULL" : ""
        try db.run(
            """
            INSERT INTO placed (sequence)
            SELECT s.sequence FROM staged s \(planned) ORDER BY s.rank, s.folded, s.date DESC, s.key
            """)
        try db.run(
            """
            INSERT INTO record (id, class, source, \(StagedRows.content))
            SELECT room.last_id + p.place, ?1 * 8 + s.rank, ?1, \(StagedRows.content)
            FROM placed p CROSS JOIN staged s ON s.sequence = p.sequence CROSS JOIN room ON room.rank = s.rank
            ORDER BY p.place
            """, [.integer(source)])
        if isFirstLoad { try db.execute(sql: MirrorSchema.keyIndex) }
        try db.run(
            """
            INSERT INTO record_text (rowid, text)
            SELECT r.id, \(SearchableText.sql("r"))
            FROM room CROSS JOIN record r ON r.id > room.last_id AND r.id < (?1 * 8 + room.rank + 1) << ?2
            ORDER BY room.rank, r.id
            """, [.integer(source), .integer(RecordClass.shift)])
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
