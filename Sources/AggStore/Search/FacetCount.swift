import AggSource
import AggStorage
import Foundation
import GRDB

/// Counts the values of columns in the selected rows, grouped by SQLite or by their stored fields.
struct FacetCount {
    let db: Database
    let request: FacetRequest

    func facet() throws -> Facet {
        var tally = FacetTally(request)
        guard !request.columns.isEmpty else { return tally.result() }
        let groups = try SelectedRows.all(of: request.records, db)
        let columns = request.columns.map(sql)
        // If SQLite groups all rows at once, each text occurs once, unless it is encoded in two ways.
        let isDistinct =
            groups.count == 1 && groups[0].isExact && columns.count == 1 && request.columns[0].grouping == .values
        for rows in groups {
            if try addFields(rows, to: &tally) { continue }
            try rows.forEachGroup(columns) { row, count in
                let values = try request.columns.enumerated().map { index, column in
                    try Self.value(row, index, column, rows.sources)
                }
                if isDistinct, case .text(let text) = values[0], Self.isComposed(text) {
                    tally.addAll(text, count: count)
                } else {
                    tally.add(values, count: count)
                }
            }
        }
        return tally.result()
    }

    /// Counts rows by their stored fields as a whole; false if there are too many different ones, or if not only fields
    /// are counted.
    private func addFields(_ rows: SelectedRows, to tally: inout FacetTally) throws -> Bool {
        guard request.countsOnlyFields, let counts = try FieldCounts(rows) else { return false }
        for (values, count) in try counts.values(of: request.columns) { tally.add(values, count: count) }
        return true
    }

    /// Whether the text has only one encoding: é is one character or two, which SQLite distinguishes.
    private static func isComposed(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 < 0x80 }
            || text.precomposedStringWithCanonicalMapping.utf8.elementsEqual(text.utf8)
    }

    /// The SQL for a column's value: fields as JSON, so that a text and a number that look alike are different values;
    /// dates by month or by day.
    private func sql(_ column: FacetColumn) -> String {
        switch column.common {
        case nil: "record.fields -> '$.\"\(column.name.replacingEach("'", with: "''"))\"'"
        case .source: "record.source"
        case .date: "substr(record.date, 1, \(request.dateLetters))"
        case .some(let common): "record.\(common.rawValue)"
        }
    }

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
