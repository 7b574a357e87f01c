import AggSource

/// Rejects rows that do not fit their table, and counts them.
struct RowCheck {
    /// The maximum number of cells in a row.
    let width: Int
    /// Whether rows are items of a JSON document, which may lack columns.
    let isJSON: Bool
    /// The rejected rows.
    private(set) var skipped = SkippedItems()
    /// The number of rows with fewer cells than the table has columns, and the line of the first.
    private(set) var short = (count: 0, line: 0)

    init(width: Int, isJSON: Bool) {
        self.width = width
        self.isJSON = isJSON
    }

    /// Whether a row can become a record; rejected rows are counted.
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

    /// Counts a row that is rejected for another reason.
    mutating func skip(_ line: Int, _ reason: String) {
        if isJSON { skipped.add(item: line, reason: reason) } else { skipped.add(line: line, reason: reason) }
    }

    /// Notes about rows that were kept.
    var notes: [String] {
        guard short.count > 0 else { return [] }
        let rows = short.count == 1 ? "1 row has" : "\(short.count) rows have"
        return ["\(rows) fewer cells than there are columns (first: line \(short.line)); missing cells are left empty"]
    }

    private func reason(_ row: borrowing TableRow) -> String? {
        if let fault = row.fault { return fault.reason }
        if !isJSON, width > 1, row.count == 1, row.bytes.starts(with: "# ".utf8) { return "is a comment" }
        if row.isBlank { return isJSON ? "has no values" : "is blank" }
        guard row.count > width, !isJSON else { return nil }
        for index in width..<row.count where !row.trimmedRange(index).isEmpty {
            return "has \(row.count) cells, but the table has \(width) columns"
        }
        return nil
    }
}
