import AggSource

extension HeaderDetector {
    /// The maximum number of rows before a table.
    private static let longestPreamble = 60

    /// The number of rows before the table: comments, blank rows, titles, and facts about it.
    var skippedRows: Int {
        let found = rowsBeforeLabels
        // The row above may have the labels of groups.
        guard found > 0, found < rows.count, HeaderDetector(rows: Array(rows[(found - 1)...])).hasGroups else {
            return found
        }
        return found - 1
    }

    private var rowsBeforeLabels: Int {
        let width = Self.width(of: rows)
        if let labels = labelsBelowFacts() { return labels }
        if width == 2, let values = valuesBelowFacts() { return values }
        var index = 0
        while index < min(rows.count, Self.longestPreamble), isTitle(rows[index], width) { index += 1 }
        guard index > 0, index < rows.count else { return 0 }
        let isOnlyBlank = rows[..<index].allSatisfy { $0.isBlank || DialectDetector.isComment($0) }
        let precedesLabels = Self.filled(rows[index]) * 2 >= width && isHeader(rows[index], over: body(below: index))
        return isOnlyBlank || precedesLabels ? index : 0
    }

    /// The number of cells that the rows of the table have: those of the rows with the most cells, if they are not too few.
    static func width(of rows: [TableRow]) -> Int {
        var found: [Int: (rows: Int, last: Int)] = [:]
        var total = 0
        for (index, row) in rows.enumerated() where !row.isBlank {
            found[row.count] = ((found[row.count]?.rows ?? 0) + 1, index)
            total += 1
        }
        let often = found.filter { $0.value.rows * 5 >= total }
        let best = (often.isEmpty ? found : often).max {
            ($0.value.rows * $0.key, $0.value.last) < ($1.value.rows * $1.key, $1.value.last)
        }
        return best?.key ?? 0
    }

    static func filled(_ row: TableRow) -> Int {
        (0..<row.count).count { !row.trimmedRange($0).isEmpty }
    }

    private func body(below index: Int) -> ArraySlice<TableRow> { rows[(index + 1)...].prefix(500) }

    /// Whether a row has too few filled cells for a row of the table.
    private func isTitle(_ row: TableRow, _ width: Int) -> Bool {
        if row.isBlank || DialectDetector.isComment(row) { return true }
        let filled = Self.filled(row)
        if width == 2 { return row.count == 1 && row.trimmedText(0).contains(" ") }
        return width > 2 && filled == 1 || width > 5 && filled * 3 <= width
    }

    /// The position of the first row with a label in each cell, above values of other types, and below rows that have fewer filled
    /// cells or other contents; nil if there is none.
    private func labelsBelowFacts() -> Int? {
        guard rows.count > 2 else { return nil }
        let isSpaced = rows.count { Self.isProse($0) } * 2 > rows.count
        var block = 0
        var filled: [Int] = []
        for index in 0..<min(rows.count - 1, Self.longestPreamble) {
            if index > 0, isBelowGap(index) { block = index }
            let labels = Self.labels(in: rows[index])
            let isBelowFacts =
                index > 0
                && (0..<index).allSatisfy { other in
                    filled[other] < labels || other < block && isOther(rows[..<block], than: index)
                        || !isSpaced && Self.isProse(rows[other]) && !Self.isProse(rows[index])
                }
            if labels > 1, isBelowFacts, isFilled(like: index), votes(for: rows[index], over: body(below: index)) > 0 {
                return block == 0 && votes(for: rows[0], over: body(below: 0)) > 0 ? nil : index
            }
            filled.append(Self.filled(rows[index]))
        }
        return nil
    }

    /// Whether an earlier block of rows is not part of the table that begins at a position.
    private func isOther(_ block: ArraySlice<TableRow>, than index: Int) -> Bool {
        let facts = block.filter { !$0.isBlank }
        guard facts.allSatisfy({ $0.bytes != rows[index].bytes }) else { return false }
        let isWide = facts.contains { $0.count == rows[index].count }
        let size = rows[index...].reduce(0) { $0 + Self.filled($1) }
        return (facts.count > 1 || !isWide) && facts.reduce(0, { $0 + Self.filled($1) }) <= size
    }

    /// Whether a line without text precedes a row.
    private func isBelowGap(_ index: Int) -> Bool {
        let last = rows[index - 1]
        let breaks = last.bytes.count { $0 == 10 }
        return last.isBlank || rows[index].line > last.line + breaks + 1
    }

    /// Whether most rows below have as many cells.
    private func isFilled(like index: Int) -> Bool {
        let data = body(below: index).filter { !$0.isBlank }
        return data.count { $0.count == rows[index].count } * 5 >= data.count * 3
    }

    /// The number of labels in a row that has nothing else, except empty cells at its ends; 0 for another row.
    private static func labels(in row: TableRow) -> Int {
        let filled = (0..<row.count).filter { !row.trimmedRange($0).isEmpty }
        guard let first = filled.first, let last = filled.last, first < 2, filled.count == last - first + 1 else {
            return 0
        }
        return filled.allSatisfy { kind(row, $0) == .text } ? filled.count : 0
    }

    /// Whether a row is a sentence that its commas divide.
    private static func isProse(_ row: TableRow) -> Bool {
        row.count > 1
            && (1..<row.count).allSatisfy { index in
                let range = row.range(index)
                return !range.isEmpty && row.bytes[range.lowerBound] == 32
            }
    }

    /// The position of the first of many numbers in the second column, below facts of which some are missing; nil if there are
    /// none.
    private func valuesBelowFacts() -> Int? {
        guard let start = rows.firstIndex(where: { Self.kind($0, 1) == .number }), (4..<30).contains(start),
            rows.count >= start + 4, rows[start - 1].trimmedRange(1).isEmpty,
            rows[..<start].contains(where: { Self.kind($0, 1) == .text })
        else { return nil }
        return rows[start...].allSatisfy { Self.kind($0, 1) == .number } ? start : nil
    }
}
