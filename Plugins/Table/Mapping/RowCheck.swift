import AggSource

/// Sorts out rows that do not fit their table, and counts them.
struct RowCheck {
    /// How many cells a row has at most.
    let width: Int
    /// Whether rows are items of a JSON document, which need not have all columns.
    let isJSON: Bool
    /// Rows that were left out.
    private(set) var skipped = SkippedItems()
    /// Rows with fewer cells than the table has columns, and the line of the first.
    private(set) var short = (count: 0, line: 0)

    init(width: Int, isJSON: Bool) {
        self.width = width
        self.isJSON = isJSON
    }

    /// Whether a row can become a record; one that cannot is counted.
    mutating func accepts(_ row: borrowing TableRow) -> Bool {
        if let reason = reason(row) {
            skip(row.line, reason)
            return false
        }
        if row.count < width, !isJSON {
            if short.count == 0 { short.line = row.line }
            short.count += 1
        }
        return true
    }

    /// Counts a row that is left out for another reason.
    mutating func skip(_ line: Int, _ reason: String) {
        if isJSON { skipped.add(item: line, reason: reason) } else { skipped.add(line: line, reason: reason) }
    }

    /// What is to be said of rows that were kept.
    var notes: [String] {
        guard short.count > 0 else { return [] }
        let rows = short.count == 1 ? "1 row has" : "\(short.count) rows have"
        return ["\(rows) fewer cells than there are columns (first: line \(short.line)); the missing cells are empty"]
    }

    private func reason(_ row: borrowing TableRow) -> String? {
        if let fault = row.fault { return fault.reason }
        if row.isBlank { return isJSON ? "has no values" : "is blank" }
        guard row.count > width, !isJSON else { return nil }
        for index in width..<row.count where !row.trimmedRange(index).isEmpty {
            return "has \(row.count) cells, the table \(width) columns"
        }
        return nil
    }
}
