import AggStorage
import AggSource
import Foundation
import GRDB

/// The table rows of one source, changed in sets.
///
/// The sets are the temporary tables of a `MergePlan`, and `replacement` with the new content of stored rows. No rows are
/// held in memory.
struct MirrorRows {
    let db: Database
    let source: Int64
    var staged = StagedFile()

    /// The number of rows up to which rebuilding the indexes does not pay off.
    private static let bulk = 10_000

    /// Reads the new content of changed rows: of all, or of the first by id.
    func readReplacements(atMost limit: Int?) throws {
        try db.execute(sql: StagedRows.replacement)
        let rows = StagedRows(db: db, file: staged)
        let insert = try PreparedStatement(db, StagedRows.insertReplacement)
        try rows.forEach(
            """
            SELECT place, id, rank FROM planned
            WHERE id IS NOT NULL ORDER BY \(limit == nil ? "place" : "id") LIMIT ?1
            """, [SQLValue(limit ?? -1)]
        ) { planned, row in
            insert.bind(1, planned.integer(1))
            insert.bind(2, planned.integer(2))
            row.bind(to: insert, from: 3)
            try insert.run()
        }
    }

    /// Marks the rows to remove: all that are not staged or, with a time, those of them that were last seen before it.
    ///
    /// Rows without a recorded time count as seen at `otherwise`. Returns the number of rows marked.
    func markUnstagedAsGone(seenBefore: Date?, otherwise: Date?) throws -> Int {
        guard let seenBefore else { return try db.run("INSERT INTO gone SELECT id FROM unstaged") }
        return try db.run(
            """
            INSERT INTO gone
            SELECT r.id FROM unstaged u CROSS JOIN record r ON r.id = u.id WHERE coalesce(r.seen, ?1) < ?2
            """,
            [SQLValue(otherwise?.timeIntervalSince1970), .decimal(seenBefore.timeIntervalSince1970)])
    }

    /// Marks the stored rows with the given keys, and returns the number of those that no other reason removes.
    func markAsGone(_ keys: Set<String>) throws -> Int {
        if keys.isEmpty { return 0 }
        return try db.run(
            """
            INSERT OR IGNORE INTO gone
            SELECT id FROM record WHERE source = ?1 AND key IN (SELECT value FROM json_each(?2))
            """, [.integer(source), StagedRows.list(keys)])
    }

    /// Removes changed rows that now belong to another class and plans them as new ones, because their ids no longer
    /// fit.
    func replaceMovedRows() throws {
        let moved = try db.run(
            """
            INSERT INTO gone
            SELECT p.id
            FROM replacement p CROSS JOIN record r ON r.id = p.id
            WHERE r.class <> ?1 + p.rank
            """, [.integer(source * 8)])
        guard moved > 0 else { return }
        try db.run("UPDATE planned SET id = NULL WHERE id IN (SELECT id FROM gone)")
        try db.run("DELETE FROM replacement WHERE id IN (SELECT id FROM gone)")
    }

    /// Overwrites the stored rows with the planned ones.
    ///
    /// The text index is updated only for rows whose text differs, in id order, because it flushes its buffer whenever an
    /// id is smaller than the last.
    func updatePlanned() throws {
        let (old, new) = (SearchableText.sql("r"), SearchableText.sql("s"))
        let differing = """
            FROM replacement s CROSS JOIN record r ON r.id = s.id
            WHERE \(old) <> \(new)
            ORDER BY r.id
            """
        try db.run("INSERT INTO record_text (record_text, rowid, text) SELECT 'delete', r.id, \(old) \(differing)")
        try db.run("INSERT INTO record_text (rowid, text) SELECT r.id, \(new) \(differing)")
        try db.run(
            """
            UPDATE record SET (\(StagedRows.content)) = (
                SELECT \(StagedRows.content) FROM replacement WHERE id = record.id
            )
            WHERE id IN (SELECT id FROM replacement)
            """)
        try updateAlternativeTitles()
    }

    /// Rewrites the alternative titles of changed rows, unless there are none before or after.
    private func updateAlternativeTitles() throws {
        try AlternativeTitleRows.remove(where: { "\($0) IN (SELECT id FROM replacement)" }, [], db)
        let titles = try AlternativeTitleRows(db)
        try StagedRows(db: db, file: staged).forEach(
            """
            SELECT p.place, p.id FROM planned p CROSS JOIN replacement r ON r.id = p.id
            WHERE r.titles IS NOT NULL ORDER BY p.place
            """
        ) { planned, row in try titles.add(planned.integer(1), row) }
    }

    /// Removes the rows marked as gone.
    func removeGone() throws {
        try remove(where: { "\($0) IN (SELECT id FROM gone)" }, [])
    }

    func removeAll() throws {
        let ids = RecordClass.ids(ofSource: source)
        try remove(where: { "\($0) BETWEEN ?1 AND ?2" }, [.integer(ids.lowerBound), .integer(ids.upperBound)])
    }

    /// Removes the rows selected by a condition on their ids.
    private func remove(where condition: (_ id: String) -> String, _ values: [SQLValue]) throws {
        try AlternativeTitleRows.remove(where: condition, values, db)
        try db.run(
            """
            INSERT INTO record_text (record_text, rowid, text)
            SELECT 'delete', id, \(SearchableText.sql("record")) FROM record WHERE \(condition("id"))
            """, values)
        try db.run("DELETE FROM record WHERE \(condition("id"))", values)
    }

    /// Replaces all rows, if any, with staged ones: with all of them, or those whose offsets `sql` selects.
    ///
    /// - Returns: The number of distinct keys; if it differs from the number of rows, they are not in the text index.
    func load(_ count: Int, at sql: String? = nil) throws -> Int {
        if try isMostOfMirror(count) { return try replaceAll(count, at: sql) }
        try removeAll()
        try insert(at: sql)
        return try keyCount()
    }

    /// Whether replacing all rows is faster than updating some: if most of them differ, and they are most of the mirror.
    func areReplacedFaster(planned: Int, of count: Int) throws -> Bool {
        try planned * 2 > count && isMostOfMirror(count)
    }

    /// Replaces all rows as in `load`, without their indexes: if most entries are new and unordered, sorting all of them
    /// afterward is faster.
    @discardableResult
    func replaceAll(_ count: Int, at sql: String?) throws -> Int {
        let indexes = try UnorderedIndex.most(of: staged).filter { try $0.exists(in: db) }
        try UnorderedIndex.drop(indexes, in: db)
        let ids = RecordClass.ids(ofSource: source)
        let bounds = [SQLValue.integer(ids.lowerBound), .integer(ids.upperBound)]
        let others = try db.integer("SELECT 1 FROM record WHERE id < ?1 OR id > ?2 LIMIT 1", bounds)
        if others == nil {
            // Without a condition, SQLite drops whole pages.
            try db.execute(sql: "DELETE FROM record_title; DELETE FROM record")
        } else {
            try db.run("DELETE FROM record_title WHERE record BETWEEN ?1 AND ?2", bounds)
            try db.run("DELETE FROM record WHERE id BETWEEN ?1 AND ?2", bounds)
        }
        let statistics = try HeldPage(ofFirstRowIn: MirrorStatistics.table, db)
        let build = try TextIndexBuild(from: db)
        try insert(at: sql, indexing: build.add)
        build.complete()
        try UnorderedIndex.create(indexes, in: db)
        statistics.release()
        let keys = try keyCount()
        if keys == count { try build.install(in: db) }
        return keys
    }

    /// Whether these rows are so many that rebuilding the indexes pays off.
    private func isMostOfMirror(_ count: Int) throws -> Bool {
        let others = try db.integer("SELECT total(records) FROM source WHERE number <> ?1", [.integer(source)])
        return count > max(Int(others ?? 0), Self.bulk)
    }

    /// The number of distinct keys; comparing neighbors in the index is faster than grouping its entries.
    private func keyCount() throws -> Int {
        var count = 0
        var last: [UInt8] = []
        try db.forEachRow(
            "SELECT key FROM record INDEXED BY record_key WHERE source = ?1 ORDER BY key", [.integer(source)]
        ) { row in
            let key = row.text(at: 0)
            if count == 0 || !last.withUnsafeBytes({ $0.elementsEqual(key) }) {
                count += 1
                last.removeAll(keepingCapacity: true)
                last.append(contentsOf: key)
            }
            return true
        }
        return count
    }

    /// Inserts the planned rows that are not stored yet.
    func insertPlanned() throws {
        try db.execute(sql: "CREATE INDEX temp.planned_place ON planned (place, id)")
        try insert(at: "SELECT place FROM planned WHERE place BETWEEN ?1 AND ?2 AND id IS NULL ORDER BY place")
    }

    /// Inserts staged rows and adds them to the text index.
    private func insert(at sql: String?) throws {
        try insert(at: sql) { texts in try texts.write(db) }
    }

    /// Inserts staged rows, in answer order within each class so that their ids have that order; passes each batch to
    /// `index` first.
    private func insert(at sql: String?, indexing index: (IndexedTexts) throws -> Void) throws {
        var insertion = try RowInsertion(source, db)
        func insert(_ batch: RowBatch) throws {
            try index(batch.texts)
            try insertion.insert(batch)
        }
        guard sql == nil, staged.runs.count > 1 else {
            var batches = try RowBatches(of: staged, at: sql, db, after: lastIDs())
            while let batch = try batches.next() { try insert(batch) }
            return
        }
        let batches = PreparedBatches(try RowBatches(of: staged, after: lastIDs()))
        while let batch = try batches.next() { try insert(batch) }
    }

    /// The last id of each class, by rank; the first possible id if a class has no rows.
    private func lastIDs() throws -> [Int64] {
        try (Int64(0)...7).map { rank in
            let ids = RecordClass(source * 8 + rank).ids
            return try db.integer(
                "SELECT max(id) FROM record WHERE id BETWEEN ?1 AND ?2",
                [.integer(ids.lowerBound), .integer(ids.upperBound)]) ?? ids.lowerBound
        }
    }

    /// Records when the rows that are no longer staged were last seen.
    ///
    /// Staged rows need no time of their own, since they were seen at the time of the source. So refreshes write only the
    /// rows that a source has dropped or returned again.
    func noteLastSeen(before last: Date?) throws {
        let ids = RecordClass.ids(ofSource: source)
        // The id of a removed row may belong to a new one.
        try db.run(
            """
            UPDATE record SET seen = ?1
            WHERE seen IS NULL AND id IN (SELECT id FROM unstaged EXCEPT SELECT id FROM gone)
            """, [SQLValue(last?.timeIntervalSince1970)])
        try db.run(
            """
            UPDATE record SET seen = NULL
            WHERE id BETWEEN ?1 AND ?2 AND seen IS NOT NULL AND id NOT IN (SELECT id FROM unstaged)
            """, [.integer(ids.lowerBound), .integer(ids.upperBound)])
    }
}
