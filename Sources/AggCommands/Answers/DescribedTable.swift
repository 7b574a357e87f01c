/// A table whose last column is prose, which is wrapped rather than truncated.
///
/// If there is little room beside the other columns, the prose is below its row.
struct DescribedTable {
    let columns: [TextTable.Column]
    /// The heading of the prose.
    let heading: String
    /// The cells and the prose of each row.
    let rows: [(cells: [String], prose: String)]
    /// The meaning of a cell's color.
    var role: (@Sendable (_ row: Int, _ column: Int) -> Style.Role?)?

    /// The width below which prose is below its row.
    private static let leastRoom = 30

    func lines(_ presentation: Presentation) -> [String] {
        let cells = rows.map { $0.cells.map(VisibleText.of) }
        let widths = TextTable(columns: columns, rows: cells).naturalWidths.compactMap(\.self)
        let room = presentation.width.map { $0 - widths.reduce(0) { $0 + $1 + 2 } }
        let hasRoom = room.map { room in
            room >= Self.leastRoom || rows.allSatisfy { DisplayWidth.of(VisibleText.of($0.prose)) <= room }
        }
        return hasRoom == false ? stacked(presentation) : wrapped(to: room, presentation)
    }

    private func wrapped(to room: Int?, _ presentation: Presentation) -> [String] {
        let lines = rows.enumerated().flatMap { index, row in
            WrappedText.of(row.prose, width: room).split(separator: "\n", omittingEmptySubsequences: false)
                .enumerated().map { place, line in
                    (row: index, cells: (place == 0 ? row.cells : row.cells.map { _ in "" }) + [String(line)])
                }
        }
        let owners = lines.map(\.row)
        let roles = role.map { role in { @Sendable row, column in role(owners[row], column) } }
        return presentation.table(columns + [.init(heading: heading)], lines.map(\.cells), roles)
    }

    private func stacked(_ presentation: Presentation) -> [String] {
        let lines = presentation.table(columns, rows.map(\.cells), role)
        let headings = lines.count - rows.count
        return Array(lines.prefix(headings))
            + zip(rows, lines.dropFirst(headings)).enumerated().flatMap { index, row in
                row.0.prose.isEmpty
                    ? [row.1]
                    : [row.1]
                        + presentation.lines(of: "  " + VisibleText.of(row.0.prose), role?(index, columns.count))
            }
    }
}
