import AggSource
import AggStorage

/// Rows counted by their stored fields as a whole, of which few are different in a long list of short records: the
/// fields need not be parsed, and SQLite need not sort them.
struct FieldCounts {
    private var counts = ByteCounts()
    private var missing = 0

    /// Counts rows; nil if there are too many different ones.
    init?(_ rows: SelectedRows) throws {
        let isComplete = try rows.forEach(["record.fields"]) { row in
            if row.isNull(0) {
                missing += 1
                return true
            }
            return row.withBytes(0) { counts.add($0) }
        }
        if !isComplete { return nil }
    }

    /// The values of columns, and the number of rows with each combination; the same one may occur again.
    func values(of columns: [FacetColumn]) throws -> [(values: [FieldValue?], count: Int)] {
        let found = try counts.entries.map { bytes, count in
            let fields = try Self.members(bytes)
            let values = try columns.map { column in
                try fields.first { $0.name == column.name }.map { try FieldsJSON.value($0.value) }
            }
            return (values, count)
        }
        return missing > 0 ? [(columns.map { _ in nil }, missing)] + found : found
    }

    private static func members(_ bytes: [UInt8]) throws -> [JSONObject.Member] {
        guard let members = try? JSONValue(parsing: bytes).objectValue?.members else { throw DamagedRecord() }
        return members
    }
}

extension FacetRequest {
    /// Whether all columns are fields, such as `country`, rather than parts that all records have, such as the title.
    var countsOnlyFields: Bool { !columns.isEmpty && columns.allSatisfy { $0.common == nil } }
}
