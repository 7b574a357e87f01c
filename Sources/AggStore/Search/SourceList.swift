import AggCore
import GRDB

/// The rows of a source from its beginning: best known first, then the newest, undated ones last, then by title and
/// key.
struct SourceList {
    let db: Database
    let source: SearchedSource
    private let asked: RecordCondition
    private let condition: ConditionSQL

    init(db: Database, source: SearchedSource, asked: RecordCondition) {
        self.db = db
        self.source = source
        self.asked = asked
        var condition = ConditionSQL(asked)
        condition.narrowByWords(to: RecordClass.ids(ofSource: source.number))
        self.condition = condition
    }

    /// The first rows that meet the condition.
    func records(limit: Int) throws -> [Record] {
        var records: [Record] = []
        for recordClass in source.classes where records.count < limit {
            records += try dated(recordClass, limit: limit - records.count)
            guard records.count < limit else { break }
            records += try undated(recordClass, limit: limit - records.count)
        }
        return records
    }

    /// The newest rows that meet the condition, of one moment the best known first; then those without a date.
    func newest(limit: Int) throws -> [Record] {
        let latest = try source.classes.flatMap { try dated($0, limit: limit) }
        var records = latest.enumerated().sorted { left, right in
            guard let late = left.element.date, let early = right.element.date, late != early else {
                return left.offset < right.offset
            }
            return late > early
        }.prefix(limit).map(\.element)
        for recordClass in source.classes where records.count < limit {
            records += try undated(recordClass, limit: limit - records.count)
        }
        return records
    }

    /// The first rows in an order that is asked for.
    func records(in order: RecordOrder, limit: Int) throws -> [Record] {
        var condition = condition
        let ids = RecordClass.ids(ofSource: source.number)
        let rows = asked.circle.map { PlaceBoxes.rows(in: condition.boxes(of: $0), ofSource: "?4") } ?? "record"
        let orderSQL = OrderSQL(order, &condition).sql
        var records: [Record] = []
        try db.forEachRow(
            """
            SELECT \(StoredRecord.columns) FROM \(rows) WHERE id BETWEEN ?2 AND ?3\(condition.sql)
            ORDER BY \(orderSQL) LIMIT ?1
            """,
            [SQLValue(limit), .integer(ids.lowerBound), .integer(ids.upperBound), .integer(source.number)], condition
        ) { row in
            records.append(try StoredRecord.record(row))
            return true
        }
        return records
    }

    private func undated(_ recordClass: RecordClass, limit: Int) throws -> [Record] {
        let plain = try undated(recordClass, "record_plain", "spelling IS NULL", limit: limit)
        let marked = try undated(recordClass, "record_marked", "spelling IS NOT NULL", limit: limit)
        // Both halves come in their order, so that they are merged and not sorted.
        var records: [Record] = []
        records.reserveCapacity(min(limit, plain.count + marked.count))
        var (left, right) = (plain[...], marked[...])
        while records.count < limit, let next = left.first ?? right.first {
            if let other = right.first, other.place < next.place || left.isEmpty {
                records.append(other.record)
                right.removeFirst()
            } else {
                records.append(next.record)
                left.removeFirst()
            }
        }
        return records
    }

    private func dated(_ recordClass: RecordClass, limit: Int) throws -> [Record] {
        var records: [Record] = []
        try db.forEachRow(
            """
            SELECT \(StoredRecord.columns) FROM record INDEXED BY record_date
            WHERE class = ?1 AND date IS NOT NULL\(condition.sql)
            ORDER BY date DESC, folded, key LIMIT ?2
            """, [.integer(recordClass.number), SQLValue(limit)], condition
        ) { row in
            records.append(try StoredRecord.record(row))
            return true
        }
        return records
    }

    /// Rows without a date; the plus keeps SQLite from taking the date out of the order, which is that of the index.
    private func undated(
        _ recordClass: RecordClass, _ index: String, _ half: String, limit: Int
    ) throws -> [(place: Place, record: Record)] {
        var records: [(Place, Record)] = []
        try db.forEachRow(
            """
            SELECT \(StoredRecord.columns), folded FROM record INDEXED BY \(index)
            WHERE class = ?1 AND \(half) AND +date IS NULL\(condition.sql)
            ORDER BY folded, date DESC, key LIMIT ?2
            """, [.integer(recordClass.number), SQLValue(limit)], condition
        ) { row in
            let record = try StoredRecord.record(row)
            records.append((Place(folded: row.text(StoredRecord.columnCount), key: record.key), record))
            return true
        }
        return records
    }

    private struct Place: Comparable {
        let folded: String
        let key: String

        static func < (left: Place, right: Place) -> Bool {
            left.folded == right.folded ? left.key.isBefore(right.key) : left.folded.isBefore(right.folded)
        }
    }
}
