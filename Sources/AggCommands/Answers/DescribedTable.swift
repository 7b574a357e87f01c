/// A table whose last column is a description, which is wrapped rather than truncated.
///
/// If there is little room beside the other columns, each description is below its row.
struct DescribedTable {
    let columns: [TextTable.Column]
    /// The cells and the description of each row.
    let rows: [(cells: [String], description: String)]

    /// The width below which descriptions are below their rows.
    private static let leastRoom = 30

    func lines(_ presentation: Presentation) -> [String] {
        let cells = rows.map { $0.cells.map(VisibleText.of) }
        let widths = TextTable(columns: columns, rows: cells).naturalWidths.compactMap(\.self)
        let room = presentation.width.map { $0 - widths.reduce(0) { $0 + $1 + 2 } }
        if let room, room < Self.leastRoom { return stacked(presentation) }
        let wrapped = rows.flatMap { row in
            WrappedText.of(row.description, width: room).split(separator: "\n", omittingEmptySubsequences: false)
                .enumerated().map { place, line in
                    (place == 0 ? row.cells : row.cells.map { _ in "" }) + [String(line)]
                }
        }
        return presentation.table(columns + [.init(heading: "description")], wrapped)
    }

    private func stacked(_ presentation: Presentation) -> [String] {
        let lines = presentation.table(columns, rows.map(\.cells))
        let headings = lines.count - rows.count
        return Array(lines.prefix(headings))
            + zip(rows, lines.dropFirst(headings)).flatMap { row, line in
                row.description.isEmpty
                    ? [line] : [line] + presentation.lines(of: "  " + VisibleText.of(row.description))
            }
    }
}
