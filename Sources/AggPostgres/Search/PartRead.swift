import AggSearch
import AggSource
import AggStorage

/// Reads the rows of one source that meet a condition and contain words.
struct PartRead {
    let part: SearchedPart
    let text: SearchText
    let asked: RecordCondition

    init(part: SearchedPart, text: SearchText = SearchText(""), where asked: RecordCondition) {
        self.part = part
        self.text = text
        self.asked = asked
    }

    private var words: WordQuery? { text.isBlank ? nil : WordQuery(text.forms, .anywhere) }

    /// Whether the server selects exactly the matching rows.
    private var isExact: Bool { ConditionSQL(asked, from: 1).isExact && words?.isExact ?? true }

    /// Returns the selection of rows as the end of a statement, with its values.
    private func selection(isLiteral: Bool = false) -> (sql: String, values: [Value], condition: ConditionSQL) {
        let condition = ConditionSQL(asked, from: 1, isLiteral: isLiteral)
        guard let words else {
            return ("FROM \(part.table) r \(condition.whereClause)", condition.values, condition)
        }
        return (
            "FROM \(part.table) r WHERE r.lex @@ \(words.literal)\(condition.and)", condition.values, condition
        )
    }

    /// Returns the number of matching rows.
    func count() throws -> Int {
        if asked == .always, text.isBlank { return part.row.state.records }
        let (sql, values, _) = selection()
        if isExact { return try part.session.number("SELECT count(*) \(sql)", values, isPrepared: false) ?? 0 }
        var count = 0
        try forEach { _ in
            count += 1
            return true
        }
        return count
    }

    /// Calls `body` with each matching record until it returns false.
    func forEach(orderedBy order: String = "", _ body: (Record) throws -> Bool) throws {
        let (sql, values, condition) = selection(isLiteral: !order.isEmpty)
        let matcher = text.isBlank ? nil : TierMatcher(text)
        let isExact = isExact
        var known = KnownFields()
        let statement = "SELECT \(StoredRow.searched) \(sql) \(order)"
        func isWanted(_ row: Rows.Row) throws -> Bool {
            let record = try StoredRow.record(row, &known)
            guard condition.isMet(by: record, row) else { return true }
            if !isExact, let matcher {
                let words = matcher.needsMarks ? RecordWords(written: record) : StoredRow.words(row)
                if matcher.tier(of: words) == nil { return true }
            }
            return try body(record)
        }
        guard !order.isEmpty else {
            var goesOn = true
            return try part.session.forEach(statement, values, isPrepared: false) { row in
                if goesOn { goesOn = try isWanted(row) }
            }
        }
        // With a cursor, the server finds no more rows than are needed.
        try part.session.rows("DECLARE agg_rows NO SCROLL CURSOR FOR \(statement)", values, isPrepared: false)
        var (goesOn, page) = (true, 100)
        while goesOn {
            let rows = try part.session.rows("FETCH \(page) FROM agg_rows")
            try rows.forEach { row in if goesOn { goesOn = try isWanted(row) } }
            if rows.count < page { break }
            page = min(page * 2, 5_000)
        }
        try part.session.rows("CLOSE agg_rows")
    }

    /// Returns the first rows in an order that the server can compute.
    func list(orderedBy order: String, limit: Int) throws -> [Record] {
        guard limit > 0 else { return [] }
        if isExact {
            let (sql, values, _) = selection()
            var known = KnownFields()
            return try part.session.rows(
                "SELECT \(StoredRow.columns) \(sql) ORDER BY \(order) LIMIT \(limit)", values, isPrepared: false
            ).map { try StoredRow.record($0, &known) }
        }
        var records: [Record] = []
        try forEach(orderedBy: "ORDER BY \(order)") { record in
            records.append(record)
            return records.count < limit
        }
        return records
    }

    /// Returns the first rows in an order; if ordered by date, rows without one come last.
    func list(_ order: ListOrder, limit: Int) throws -> [Record] {
        if let first = try firstOfRanks(order, limit: limit) { return first }
        switch order {
        case .bestKnown: return try list(orderedBy: "r.rank, r.date DESC NULLS LAST, \(Self.title)", limit: limit)
        case .newest: return try list(orderedBy: "r.date DESC NULLS LAST, r.rank, \(Self.title)", limit: limit)
        case .asked(.date(let isDescending)):
            return try list(
                orderedBy: "r.date \(isDescending ? "DESC" : "ASC") NULLS LAST, \(Self.title)", limit: limit)
        case .asked(.title(let isDescending)):
            let direction = isDescending ? "DESC" : "ASC"
            return try list(
                orderedBy: "r.place \(direction), coalesce(r.folded, r.place) \(direction), r.key", limit: limit)
        case .asked(let order):
            var records: [Record] = []
            try forEach { record in
                records.append(record)
                // If there are many rows, those that can't be among the results are dropped from time to time.
                if records.count > 4 * max(limit, 1_000) { records = try first(limit, of: records, order) }
                return true
            }
            return try first(limit, of: records, order)
        }
    }

    static let title = "r.place, coalesce(r.folded, r.place), r.key"

    /// Returns the first of some records in an order; sorting many takes a while, so it can be canceled, too.
    private func first(_ limit: Int, of records: [Record], _ order: RecordOrder) throws -> [Record] {
        let sorted = try records.sorted { first, second in
            try Task.checkCancellation()
            return order.precedes(first, second)
        }
        return Array(sorted.prefix(limit))
    }

    /// Counts the values of columns; the server counts rows with equal texts.
    func count(into tally: inout FacetTally, _ request: FacetRequest) throws {
        let (id, columns) = (part.row.id, request.columns)
        guard isExact, !columns.isEmpty else {
            return try forEach { record in
                tally.add(record, from: id)
                return true
            }
        }
        let expressions = columns.map { column in
            switch column.common {
            case nil: "r.fields"
            case .source: "NULL"
            case .date: "substr(r.date, 1, \(request.dateLetters))"
            case .some(let common): "r.\(common.rawValue)"
            }
        }
        let (sql, values, _) = selection()
        let groups = columns.indices.map { String($0 + 1) }.joined(separator: ", ")
        var known = KnownFields()
        try part.session.forEach(
            "SELECT \(expressions.joined(separator: ", ")), count(*) \(sql) GROUP BY \(groups)", values,
            isPrepared: false
        ) { row in
            let values = try columns.enumerated().map { index, column -> FieldValue? in
                if column.common == .source { return .text(id.description) }
                if row.isNull(index) { return nil }
                switch column.common {
                case nil: return try known.fields(row, index).first { $0.name == column.name }?.value
                case .source: return nil
                case .title, .subtitle: return .text(row.text(index))
                case .date: return .date(RecordDate(canonical: row.text(index)))
                case .latitude, .longitude: return row.decimal(index).map(FieldValue.decimal)
                }
            }
            tally.add(values, count: row.count(columns.count))
        }
    }

    /// Returns the coordinates of the rows that have them.
    func coordinates() throws -> [Coordinate] {
        var coordinates: [Coordinate] = []
        guard isExact else {
            try forEach { record in
                if let coordinate = record.coordinate { coordinates.append(coordinate) }
                return true
            }
            return coordinates
        }
        let (sql, values, _) = selection()
        try part.session.forEach("SELECT r.latitude, r.longitude \(sql)", values, isPrepared: false) { row in
            if let latitude = row.decimal(0), let longitude = row.decimal(1),
                let coordinate = Coordinate(latitude: latitude, longitude: longitude)
            {
                coordinates.append(coordinate)
            }
        }
        return coordinates
    }

    /// Returns whether a circle contains few rows, counted with the index of coordinates.
    static func isSmall(_ circle: Circle, _ part: SearchedPart) throws -> Bool {
        let condition = ConditionSQL(.near(circle), from: 1)
        let count = try part.session.number(
            "SELECT count(*) FROM (SELECT FROM \(part.table) r \(condition.whereClause) LIMIT \(greatestCount + 1)) n",
            condition.values)
        return count ?? 0 <= greatestCount
    }

    /// The maximum number of rows to examine in a circle; if there are more, starting with the words is cheaper.
    private static let greatestCount = 500
}
