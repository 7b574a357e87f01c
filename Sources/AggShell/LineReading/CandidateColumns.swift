import AggCommands

/// Lays out the candidates of a completion in columns, read downwards, as wide as the terminal allows.
enum CandidateColumns {
    /// The most candidates shown at once.
    static let limit = 100

    /// The lines to show for these candidates, of more than there are where the list is cut, on a terminal of that many
    /// columns.
    static func lines(_ candidates: [String], isCut: Bool = false, columns: Int) -> [String] {
        let cells = candidates.prefix(limit).map { DisplayWidth.cut(VisibleText.of($0), to: columns - 1) }
        let widths = cells.map { DisplayWidth.of($0) }
        let cellWidth = (widths.max() ?? 0) + 2
        let perLine = max(1, min(cells.count, (columns + 1) / cellWidth))
        let rows = (cells.count + perLine - 1) / perLine
        var lines = (0..<rows).map { row in
            stride(from: row, to: cells.count, by: rows).map { index in
                let isLast = index + rows >= cells.count
                return isLast ? cells[index] : cells[index] + String(repeating: " ", count: cellWidth - widths[index])
            }.joined()
        }
        if isCut {
            lines.append("… and more")
        } else if candidates.count > limit {
            lines.append("… and \(candidates.count - limit) more")
        }
        return lines
    }
}
