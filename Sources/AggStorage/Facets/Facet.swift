package import AggSearch
package import AggSource

/// The number of records with each value, or with each combination of values.
package struct Facet: Hashable, Sendable {
    /// A value, or the range that a number is in.
    package enum Value: Hashable, Sendable {
        /// A missing value.
        case missing
        /// A text, a Boolean, or the interval of a date, such as its month.
        case text(String)
        /// A number.
        case number(Double)
        /// The numbers from the first up to but not including the second.
        case range(Double, Double)

        /// The value as text; a range has the form `10..20`.
        package var text: String {
            switch self {
            case .missing: ""
            case .text(let text): text
            case .number(let number): number.isFinite ? JSONWriter.shortest(number) : number.description
            case .range(let from, let to): "\(JSONWriter.shortest(from))..\(JSONWriter.shortest(to))"
            }
        }
    }

    /// Values, one per column, and the number of records that have them.
    package struct Row: Hashable, Sendable {
        /// The values, in the order of the columns.
        package var values: [Value]
        /// The number of records.
        package var count: Int

        /// Creates a row.
        package init(_ values: [Value], _ count: Int) {
            self.values = values
            self.count = count
        }
    }

    /// The rows: by time or size if the first column has dates or ranges, otherwise by count, highest first.
    package var rows: [Row]
    /// The number of rows left out.
    package var others: Int
    /// The number of records in those rows; a record with a list counts once for each of its items.
    package var otherCount: Int
    /// The number of records without a value in any of the columns.
    package var without: Int
    /// The number of records examined.
    package var records: Int

    /// Creates a facet.
    package init(rows: [Row] = [], others: Int = 0, otherCount: Int = 0, without: Int = 0, records: Int = 0) {
        self.rows = rows
        self.others = others
        self.otherCount = otherCount
        self.without = without
        self.records = records
    }

    /// Keeps only the first rows, and counts the rest among the others.
    package mutating func keep(_ limit: Int) {
        let rest = rows.dropFirst(limit)
        others += rest.count
        otherCount += rest.reduce(0) { $0 + $1.count }
        rows = Array(rows.prefix(limit))
    }
}

/// The columns and records to count.
package struct FacetRequest: Hashable, Sendable {
    /// The intervals in which dates are counted.
    package enum DateStep: String, CaseIterable, Sendable {
        /// Days, such as `2024-03-15`.
        case day
        /// Weeks from Monday to Sunday as in ISO 8601, such as `2024-W11`.
        case week
        /// Months, such as `2024-03`.
        case month
        /// Years, such as `2024`.
        case year
    }

    /// The number of characters of a date needed for counting.
    package var dateLetters: Int { step == .day || step == .week ? 10 : 7 }

    /// The columns; each row of the result has one value from each.
    package var columns: [FacetColumn]
    /// The records to count.
    package var records: RecordSelection
    /// The maximum number of rows; those with the highest counts are kept.
    package var limit: Int
    /// The interval for dates; if nil, months, or years if there are more than 36 months.
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
