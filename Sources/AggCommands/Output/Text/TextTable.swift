/// Columns of text, aligned, fitted to a width.
struct TextTable {
    /// A column: its heading, and how it gives way when room is short.
    struct Column {
        var heading: String
        var isRightAligned = false
        /// Whether long texts are cut when the table is too wide.
        var isFlexible = false
        /// The width down to which texts are cut while other columns can still be left out: more for what is to be typed
        /// again.
        var keeps = Self.least
        /// Whether the column is left out when the table is too wide all the same: those of the highest number first.
        var leaves: Int?
        /// Whether it stays though no row has a text in it, as what was asked for does.
        var isKept = false

        /// No column is cut to less.
        static let least = 8
    }

    var columns: [Column]
    var rows: [[String]]

    /// The lines, headings first; columns without any text are left out.
    func lines(width: Int?, style: Style, indent: String = "") -> [String] {
        var shown = columns.indices.filter { column in
            columns[column].isKept || rows.contains { !$0[column].isEmpty }
        }
        let natural = columns.indices.map { column in
            rows.reduce(DisplayWidth.of(columns[column].heading)) { max($0, DisplayWidth.of($1[column])) }
        }
        var widths = shown.map { natural[$0] }
        if let width {
            let room = width - DisplayWidth.of(indent)
            while !fit(&widths, shown, to: room, keeping: { $0.keeps }) {
                guard let least = shown.compactMap({ columns[$0].leaves }).max() else {
                    _ = fit(&widths, shown, to: room, keeping: { _ in Column.least })
                    break
                }
                shown.removeAll { columns[$0].leaves == least }
                widths = shown.map { natural[$0] }
            }
        }
        let head = line(shown.map { columns[$0].heading }, shown, widths)
        return [indent + style.bold(head)] + rows.map { row in indent + line(shown.map { row[$0] }, shown, widths) }
    }

    private func line(_ cells: [String], _ shown: [Int], _ widths: [Int]) -> String {
        let padded = zip(cells, zip(shown, widths)).map { cell, place in
            let (column, width) = place
            return DisplayWidth.pad(DisplayWidth.cut(cell, to: width), to: width, right: columns[column].isRightAligned)
        }
        var text = padded.joined(separator: "  ")
        while text.last == " " { text.removeLast() }
        return text
    }

    /// Takes from the widest flexible column until the table fits, or none has more than it keeps.
    ///
    /// - Returns: Whether it fits.
    private func fit(_ widths: inout [Int], _ shown: [Int], to width: Int, keeping: (Column) -> Int) -> Bool {
        while widths.reduce(0, +) + 2 * (widths.count - 1) > width {
            let flexible = widths.indices.filter { index in
                let column = columns[shown[index]]
                return column.isFlexible && widths[index] > keeping(column)
            }
            guard let widest = flexible.max(by: { widths[$0] < widths[$1] }) else { return false }
            widths[widest] -= 1
        }
        return true
    }
}
