package import AggSearch
package import AggSource

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

/// What is counted.
package struct FacetRequest: Hashable, Sendable {
    /// The length of the spans that dates are counted in.
    package enum DateStep: String, CaseIterable, Sendable {
        /// Years, as `2024`.
        case year
        /// Months, as `2024-03`.
        case month
    }

    /// The columns; a row of the answer is one of each of their values.
    package var columns: [FacetColumn]
    /// The records that are counted.
    package var records: RecordSelection
    /// At most so many rows, those with the greatest counts.
    package var limit: Int
    /// The spans of dates; nil for months, or years where there are more than 36 months.
    package var step: DateStep?

    /// Creates a request for all records of some sources.
    package init(_ columns: [FacetColumn], of sources: [SourceID], limit: Int, step: DateStep? = nil) {
        self.init(columns, of: RecordSelection(allOf: sources), limit: limit, step: step)
    }

    /// Creates a request.
    package init(_ columns: [FacetColumn], of records: RecordSelection, limit: Int, step: DateStep? = nil) {
        self.columns = columns
        self.records = records
        self.limit = limit
        self.step = step
    }
}
