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

/// The columns needed to check a row for words if the text index is not enough.
struct MatchedColumns {
    private let matcher: TierMatcher
    private let written: WrittenColumns
    private let first: Int

    /// Creates the columns, to follow a number of other columns.
    init(_ text: SearchText, after count: Int) {
        matcher = TierMatcher(text)
        written = WrittenColumns(isNeeded: matcher.needsMarks, after: count + 4)
        first = count
    }

    /// `, …` for the end of a list of columns.
    var sql: String { ", record.folded, record.alternate, record.other_titles, record.words" + written.sql }

    /// Whether a row contains the words.
    ///
    /// - Throws: `DamagedRecord`.
    func match(_ row: borrowing PreparedStatement) throws -> Bool {
        let words =
            try written.words(row)
            ?? SearchableText.recordWords(
                title: row.text(first), alternate: row.optionalText(first + 1),
                otherTitles: row.optionalText(first + 2), words: row.text(first + 3))
        return matcher.tier(of: words) != nil
    }
}

/// Matches a row that is read completely, when rows are not searched tier by tier.
struct WholeRow {
    /// The columns to read.
    static let columns = StoredRecord.columns + ", folded, alternate, other_titles, words"

    let matcher: TierMatcher
    /// The keys of the source's favorites.
    let favorites: Set<String>

    /// The match of a row that starts with `columns`; nil if it doesn't contain the text.
    ///
    /// - Throws: `DamagedRecord`.
    func match(_ row: borrowing PreparedStatement) throws -> SearchMatch? {
        let record = try StoredRecord.record(row)
        let first = StoredRecord.columnCount
        let words =
            matcher.needsMarks
            ? RecordWords(written: record)
            : SearchableText.recordWords(
                title: row.text(first), alternate: row.optionalText(first + 1),
                otherTitles: row.optionalText(first + 2), words: row.text(first + 3))
        return matcher.tier(of: words).map {
            SearchMatch(record: record, tier: $0, isFavorite: favorites.contains(record.key))
        }
    }
}

/// The additional columns that a search reads if accents matter.
struct WrittenColumns {
    /// `, …` for the end of a list of columns, or empty.
    let sql: String
    private let first: Int

    /// Creates the columns, to follow a number of other columns.
    init(isNeeded: Bool, after count: Int) {
        sql = isNeeded ? ", record.title, record.subtitle, record.fields, record.keywords, record.titles" : ""
        first = count
    }

    /// The words of a row with their accents; nil if accents don't matter.
    ///
    /// - Throws: `DamagedRecord`.
    func words(_ row: borrowing PreparedStatement) throws -> RecordWords? {
        guard !sql.isEmpty else { return nil }
        var record = Record(key: "", title: row.text(first), subtitle: row.optionalText(first + 1))
        record.fields = try StoredRecord.fields(row, first + 2)
        record.keywords = try StoredRecord.texts(row, first + 3)
        record.alternativeTitles = try StoredRecord.texts(row, first + 4)
        return RecordWords(written: record)
    }
}
