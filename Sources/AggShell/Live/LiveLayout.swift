import AggCommands

/// How a live search divides the window between the rows and the preview of the chosen one.
struct LiveLayout {
    /// The columns in use, which leave the last one free.
    let width: Int
    /// The rows between the line and the footer.
    let room: Int
    /// Whether the preview is next to the rows rather than below them.
    let isBeside: Bool

    private static let leastColumns = 120
    private static let leastRows = 12
    private static let separator = " │ "

    init(_ size: TerminalSize) {
        width = max(1, size.columns - 1)
        room = max(0, size.rows - 3)
        isBeside = size.columns >= Self.leastColumns && room >= 3
    }

    /// The width of the preview; nil if there is no room for one.
    var previewWidth: Int? {
        isBeside ? width - rowWidth - Self.separator.count : room >= Self.leastRows && width >= 40 ? width : nil
    }

    /// The width of the rows if there is a preview.
    var rowWidth: Int { isBeside ? width * 11 / 20 : width }

    /// The number of rows if there is a preview.
    var rowCount: Int { isBeside ? room : room - previewRows - 1 }

    private var previewRows: Int { room * 2 / 5 }

    /// The rows with a preview next to or below them.
    func joined(_ rows: [String], _ preview: [String], style: Style) -> [String] {
        guard isBeside else {
            let rule = style.text(String(repeating: "─", count: width), .secondary)
            return rows + [rule] + preview.prefix(previewRows)
        }
        return (0..<max(rows.count, min(preview.count, room))).map { index in
            let row = index < rows.count ? rows[index] : ""
            let blank = String(repeating: " ", count: max(0, rowWidth - WithoutColors.width(of: row)))
            return row + blank + style.text(Self.separator, .secondary) + (index < preview.count ? preview[index] : "")
        }
    }
}
