package import AggSearch
package import AggSource

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
