import AggStorage
import AggSearch
import AggSource
import GRDB

/// The rows selected from sources with the same condition: SQLite examines them in one statement for all sources, and
/// only the requested columns are read.
struct SelectedRows {
    private let db: Database
    private let text: SearchText
    let sources: [Int64: SourceID]
    /// The numbers in ascending order.
    private let numbers: [Int64]
    private let asked: RecordCondition
    /// The possible row ids, ascending; sources with adjacent numbers share a range.
    private var ids: [ClosedRange<Int64>]

    /// The rows of a selection, grouped by condition; usually there is one group.
    static func all(of selection: RecordSelection, _ db: Database) throws -> [SelectedRows] {
        var groups: [RecordCondition: [Int64: SourceID]] = [:]
        for (source, condition) in selection.sources {
            guard let searched = try SearchedSource.find(source, db) else { continue }
            groups[condition, default: [:]][searched.number] = source
        }
        return groups.map { condition, sources in
            let numbers = sources.keys.sorted()
            return SelectedRows(
                db: db, text: selection.text, sources: sources, numbers: numbers, asked: condition,
                ids: ids(of: numbers))
        }.sorted { $0.numbers.lexicographicallyPrecedes($1.numbers) }
    }

    /// Calls `body` with each row and the values of expressions on the table `record`, until it returns false.
    ///
    /// - Returns: Whether it has been called with all rows.
    @discardableResult
    func forEach(_ columns: [String], _ body: (borrowing PreparedStatement) throws -> Bool) throws -> Bool {
        var isComplete = true
        try rows(columns, isGrouped: false) { row, _ in
            isComplete = try body(row)
            return isComplete
        }
        return isComplete
    }

    /// Calls `body` with rows and the number of rows with the same values; the same values may occur again.
    func forEachGroup(_ columns: [String], _ body: (borrowing PreparedStatement, Int) throws -> Void) throws {
        try rows(columns, isGrouped: true) { row, count in
            try body(row, count)
            return true
        }
    }

    private func rows(
        _ columns: [String], isGrouped: Bool, _ body: (borrowing PreparedStatement, Int) throws -> Bool
    ) throws {
        var condition = ConditionSQL(asked)
        let found = try from(&condition)
        let matched = isExact ? nil : MatchedColumns(text, after: columns.count)
        var sql = "SELECT \(columns.joined(separator: ", "))"
        if isGrouped, matched == nil { sql += ", count(*)" }
        sql += "\(matched?.sql ?? "") FROM \(found.sql)\(condition.sql)"
        if isGrouped, matched == nil {
            sql += " GROUP BY " + columns.indices.map { String($0 + 1) }.joined(separator: ", ")
        }
        try db.forEachRow(sql, found.values, condition) { row in
            if let matched {
                return try !matched.match(row) || body(row, 1)
            }
            return try body(row, isGrouped ? Int(row.integer(columns.count)) : 1)
        }
    }

    /// Calls `body` with the latitude and longitude of each row that has a location, until it returns false.
    func forEachPlace(_ body: (borrowing PreparedStatement) throws -> Bool) throws {
        guard text.isBlank, asked == .always else {
            try forEach(["record.latitude", "record.longitude"], body)
            return
        }
        // The index of locations is a tenth of the rows.
        for number in numbers {
            try db.forEachRow(
                """
                SELECT latitude, longitude FROM record INDEXED BY record_place
                WHERE source = ?1 AND latitude IS NOT NULL
                """, [.integer(number)], body)
        }
    }

    /// Whether the indexes and the condition alone determine the rows; otherwise each row found is examined.
    var isExact: Bool { text.isBlank || TextExpression(text.forms, .anywhere).isExact }

    /// The end of a statement that finds the rows.
    private func from(_ condition: inout ConditionSQL) throws -> (sql: String, values: [SQLValue]) {
        if !text.isBlank {
            let expression = try TextExpression(text.forms, .anywhere, begun: PrefixExpansion(db).expression)
            let sql = """
                \(Self.spans) CROSS JOIN record_text CROSS JOIN record ON record.id = record_text.rowid
                WHERE record_text MATCH ?2 AND record_text.rowid BETWEEN span.first AND span.last
                """
            return (sql, [spans, .text(expression.text(with: condition.indexedWords))])
        }
        condition.narrowByWords(to: bounds)
        if let circle = asked.circle {
            let list = JSONValue.array(numbers.map(JSONValue.integer)).text
            let boxes = PlaceBoxes.rows(in: condition.boxes(of: circle), ofSource: "asked.number")
            return ("(SELECT value AS number FROM json_each(?1)) AS asked CROSS JOIN \(boxes) WHERE 1", [.text(list)])
        }
        return ("\(Self.spans) CROSS JOIN record WHERE record.id BETWEEN span.first AND span.last", [spans])
    }

    private static let spans = "(SELECT value ->> 0 AS first, value ->> 1 AS last FROM json_each(?1)) AS span"

    private static func ids(of numbers: [Int64]) -> [ClosedRange<Int64>] {
        var ranges: [ClosedRange<Int64>] = []
        for ids in numbers.map(RecordClass.ids(ofSource:)) {
            if let last = ranges.last, last.upperBound + 1 == ids.lowerBound {
                ranges[ranges.count - 1] = last.lowerBound...ids.upperBound
            } else {
                ranges.append(ids)
            }
        }
        return ranges
    }

    /// The possible row ids as `[[first, last], …]`.
    private var spans: SQLValue {
        .text(JSONValue.array(ids.map { .array([.integer($0.lowerBound), .integer($0.upperBound)]) }).text)
    }

    /// The rows before an id, or those from that id on; for rows that are found by their ids.
    func part(_ part: Part, of id: Int64) -> SelectedRows {
        var rows = self
        rows.ids = ids.compactMap { ids in
            switch part {
            case .before: ids.lowerBound < id ? ids.lowerBound...min(ids.upperBound, id - 1) : nil
            case .after: id <= ids.upperBound ? max(ids.lowerBound, id)...ids.upperBound : nil
            }
        }
        return rows
    }

    /// A side of an id.
    enum Part {
        case before, after
    }

    /// The ids from the first possible one to the last.
    private var bounds: ClosedRange<Int64> {
        (ids.first?.lowerBound ?? 0)...(ids.last?.upperBound ?? 0)
    }
}
