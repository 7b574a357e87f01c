import AggSource

/// How many rows of a table have been read, and how many the portal reports.
struct CKANRowCount {
    /// The number of rows read so far.
    private(set) var count = 0
    /// The greatest number that the portal has reported; nil if it reports none, or only estimates.
    private var reported: Int?

    /// Creates a count, given the number that the portal reports before any rows.
    init(reported: Int?) { self.reported = reported }

    /// The number of rows of the table; nil if unknown.
    ///
    /// A portal can report fewer rows than it sends, such as 0 while it reloads the table.
    var total: Int? { reported.flatMap { $0 < count ? nil : $0 } }

    /// Adds a page, given its number of rows and the other members of the response.
    ///
    /// The response to a request by row number counts only the rows after those that have been read.
    ///
    /// - Returns: Whether it was the last one: it is empty, all rows have been read, or it is shorter than the portal's own
    ///   limit.
    mutating func addPage(rows: Int, _ members: JSONObject, isByNumber: Bool = false) -> Bool {
        let earlier = isByNumber ? count : 0
        if members["result.total_was_estimated"]?.boolValue != true, let others = members["result.total"]?.intValue,
            others < .max - earlier
        {
            // The table may have grown since the first request.
            reported = max(reported ?? 0, earlier + others)
        }
        count += rows
        if rows == 0 { return true }
        if let total { return count == total }
        return members["result.limit"]?.intValue.map { rows < $0 } ?? false
    }
}
