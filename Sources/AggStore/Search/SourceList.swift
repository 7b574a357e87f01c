import AggSearch
import AggSource
import AggText
import GRDB

/// The rows of a source in order: best known first, then newest, undated ones last, then by title and key.
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
        try forEach(limit: limit) { record in
            records.append(record)
            return true
        }
        return records
    }

    /// Calls `body` with each of the first rows that meet the condition, until it returns false.
    func forEach(limit: Int, _ body: (Record) throws -> Bool) throws {
        var reading = Reading(limit: limit)
        for recordClass in source.classes {
            try readDated(recordClass, &reading, body)
            try readUndated(recordClass, &reading, body)
        }
    }

    /// The newest rows that meet the condition, with equal dates ordered best known first, followed by rows without a
    /// date.
    func newest(limit: Int) throws -> [Record] {
        let latest = try source.classes.flatMap { recordClass in
            var dated: [Record] = []
            var reading = Reading(limit: limit)
            try readDated(recordClass, &reading) { record in
                dated.append(record)
                return true
            }
            return dated
        }
        var records = latest.enumerated().sorted { left, right in
            guard let late = left.element.date, let early = right.element.date, late != early else {
                return left.offset < right.offset
            }
            return late > early
        }.prefix(limit).map(\.element)
        var reading = Reading(limit: limit - records.count)
        for recordClass in source.classes {
            try readUndated(recordClass, &reading) { record in
                records.append(record)
                return true
            }
        }
        return records
    }

    /// The first rows in a requested order.
    func records(in order: RecordOrder, limit: Int) throws -> [Record] {
        var condition = condition
        let ids = RecordClass.ids(ofSource: source.number)
        let rows = asked.circle.map { PlaceBoxes.rows(in: condition.boxes(of: $0), ofSource: "?4") } ?? "record"
        let orderSQL = OrderSQL(order, &condition).sql
        var records: [Record] = []
        var reader = RecordReader()
        try db.forEachRow(
            """
            SELECT \(StoredRecord.columns) FROM \(rows) WHERE id BETWEEN ?2 AND ?3\(condition.sql)
            ORDER BY \(orderSQL) LIMIT ?1
            """,
            [SQLValue(limit), .integer(ids.lowerBound), .integer(ids.upperBound), .integer(source.number)], condition
        ) { row in
            records.append(try reader.record(row))
            return true
        }
        return records
    }

    private func readDated(
        _ recordClass: RecordClass, _ reading: inout Reading, _ body: (Record) throws -> Bool
    ) throws {
        guard reading.rest > 0 else { return }
        try db.forEachRow(
            """
            SELECT \(StoredRecord.columns) FROM record INDEXED BY record_date
            WHERE class = ?1 AND date IS NOT NULL\(condition.sql)
            ORDER BY date DESC, folded, key LIMIT ?2
            """, [.integer(recordClass.number), SQLValue(reading.rest)], condition
        ) { row in
            try reading.read(row, body)
            return reading.rest > 0
        }
    }

    /// Reads rows without a date by merging two indexes, each in order.
    private func readUndated(
        _ recordClass: RecordClass, _ reading: inout Reading, _ body: (Record) throws -> Bool
    ) throws {
        guard reading.rest > 0 else { return }
        var plain = try Half(undated(recordClass, "record_plain", "spelling IS NULL", limit: reading.rest))
        var marked = try Half(undated(recordClass, "record_marked", "spelling IS NOT NULL", limit: reading.rest))
        while reading.rest > 0 {
            if let other = marked.place, plain.place.map({ other < $0 }) ?? true {
                try reading.read(marked.rows, body)
                try marked.advance()
            } else if plain.place != nil {
                try reading.read(plain.rows, body)
                try plain.advance()
            } else {
                return
            }
        }
    }

    /// Rows without a date; the plus keeps SQLite from dropping the date from the sort order, which matches the index.
    private func undated(
        _ recordClass: RecordClass, _ index: String, _ half: String, limit: Int
    ) throws -> PreparedStatement {
        let rows = try PreparedStatement(
            db,
            """
            SELECT \(StoredRecord.columns), folded FROM record INDEXED BY \(index)
            WHERE class = ?1 AND \(half) AND +date IS NULL\(condition.sql)
            ORDER BY folded, date DESC, key LIMIT ?2
            """)
        rows.bind([.integer(recordClass.number), SQLValue(limit)])
        condition.bind(to: rows)
        return rows
    }

    /// Reads up to a limit.
    private struct Reading {
        /// The number of records that are still wanted.
        private(set) var rest: Int
        private var reader = RecordReader()

        init(limit: Int) { rest = limit }

        mutating func read(_ row: borrowing PreparedStatement, _ body: (Record) throws -> Bool) throws {
            rest = try body(reader.record(row)) ? rest - 1 : 0
        }
    }

    /// The rows of one index, and the position of the current one; nil at the end.
    private struct Half: ~Copyable {
        let rows: PreparedStatement
        private(set) var place: Place?

        init(_ rows: consuming PreparedStatement) throws {
            self.rows = rows
            try advance()
        }

        mutating func advance() throws {
            let isAtRow = try rows.step()
            place = isAtRow ? Place(folded: rows.text(StoredRecord.columnCount), key: rows.text(0)) : nil
        }
    }

    private struct Place: Comparable {
        let folded: String
        let key: String

        static func < (left: Place, right: Place) -> Bool {
            left.folded == right.folded ? left.key.isBefore(right.key) : left.folded.isBefore(right.folded)
        }
    }
}
