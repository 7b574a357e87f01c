import AggSource

/// How often values occur.
package struct Facet: Hashable, Sendable {
    /// A value, or the bin of numbers it is in.
    package enum Value: Hashable, Sendable {
        /// None.
        case missing
        /// A text, a truth, or the month or year of a date.
        case text(String)
        /// A number.
        case number(Double)
        /// The numbers from the first up to, and without, the second.
        case range(Double, Double)

        /// The value as text; a range as `10..20`.
        package var text: String {
            switch self {
            case .missing: ""
            case .text(let text): text
            case .number(let number): number.isFinite ? JSONWriter.shortest(number) : number.description
            case .range(let from, let to): "\(JSONWriter.shortest(from))..\(JSONWriter.shortest(to))"
            }
        }
    }

    /// Values, one of each column, and how many records have them.
    package struct Row: Hashable, Sendable {
        /// The values, in the order of the columns.
        package var values: [Value]
        /// The number of records.
        package var count: Int

        /// Makes a row.
        package init(_ values: [Value], _ count: Int) {
            self.values = values
            self.count = count
        }
    }

    /// The rows: by time or size where the first column is of dates or bins, else those with the greatest counts first.
    package var rows: [Row]
    /// How many rows were left out.
    package var others: Int
    /// How many records those rows have; a record with a list counts for each of its items.
    package var otherCount: Int
    /// How many records have no value in any of the columns.
    package var without: Int
    /// How many records were looked at.
    package var records: Int

    /// Makes a facet.
    package init(rows: [Row] = [], others: Int = 0, otherCount: Int = 0, without: Int = 0, records: Int = 0) {
        self.rows = rows
        self.others = others
        self.otherCount = otherCount
        self.without = without
        self.records = records
    }
}
