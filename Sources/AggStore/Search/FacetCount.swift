import AggCore
import GRDB

/// Counts values of columns over the rows of sources, grouped by SQLite.
struct FacetCount {
    let db: Database
    let request: FacetRequest

    /// The counts.
    func facet() throws -> Facet {
        var numbers: [Int64: SourceID] = [:]
        for source in request.sources {
            if let searched = try SearchedSource.find(source, db) { numbers[searched.number] = source }
        }
        var tally = FacetTally(request)
        guard !numbers.isEmpty, !request.columns.isEmpty else { return tally.result() }
        let columns = request.columns.enumerated().map { Self.sql($1, parameter: $0 + 1) }.joined(separator: ", ")
        let places = request.columns.indices.map { String($0 + 1) }.joined(separator: ", ")
        let names = request.columns.map { SQLValue.text(Self.path($0.name)) }
        let isOneText = request.columns.count == 1 && request.columns.first?.grouping == .values
        try db.forEachRow(
            "SELECT \(columns), count(*) FROM record WHERE \(Self.rows(numbers.keys)) GROUP BY \(places)",
            // A column that every record has leaves its parameter unused.
            Array(names.prefix(Self.parameters(request.columns)))
        ) { row in
            let count = Int(row.integer(request.columns.count))
            let values = try request.columns.enumerated().map { index, column in
                try Self.value(row, index, column, numbers)
            }
            if isOneText, case .text(let text) = values[0] {
                tally.addAll(text, count: count)
            } else {
                tally.add(values, count: count)
            }
            return true
        }
        return tally.result()
    }

    private static func rows(_ numbers: some Collection<Int64>) -> String {
        guard numbers.count == 1, let number = numbers.first else {
            return "source IN (\(numbers.sorted().map(String.init).joined(separator: ", ")))"
        }
        let ids = RecordClass.ids(ofSource: number)
        return "id BETWEEN \(ids.lowerBound) AND \(ids.upperBound)"
    }

    /// The last parameter that is used.
    private static func parameters(_ columns: [FacetColumn]) -> Int {
        (columns.lastIndex { $0.common == nil } ?? -1) + 1
    }

    /// The value of a column: what is a field as JSON, so that a text and a number of the same look are two values; of
    /// dates the month.
    private static func sql(_ column: FacetColumn, parameter: Int) -> String {
        switch column.common {
        case nil: "fields -> ?\(parameter)"
        case .source: "source"
        case .date: "substr(date, 1, 7)"
        case .some(let common): common.rawValue
        }
    }

    private static func path(_ name: String) -> String { "$.\"\(name)\"" }

    private static func value(
        _ row: borrowing PreparedStatement, _ index: Int, _ column: FacetColumn, _ sources: [Int64: SourceID]
    ) throws -> FieldValue? {
        if row.isNull(index) { return nil }
        switch column.common {
        case nil: return try field(row, index)
        case .source: return sources[row.integer(index)].map { .text($0.description) }
        case .title, .subtitle: return .text(row.text(index))
        case .date: return .date(RecordDate(canonical: row.text(index)))
        case .latitude, .longitude: return row.decimal(index).map(FieldValue.decimal)
        }
    }

    private static func field(_ row: borrowing PreparedStatement, _ index: Int) throws -> FieldValue {
        do {
            return try FieldsJSON.value(row.withBytes(index) { try JSONValue(parsing: Array($0)) })
        } catch {
            throw DamagedRecord()
        }
    }
}
