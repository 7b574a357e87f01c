/// Columns of text, aligned, fitted to a width.
struct TextTable: Sendable {
    /// A column: its heading, and how it gives way when room is short.
    struct Column: Sendable {
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

    let columns: [Column]
    /// How many rows there are.
    let count: Int
    /// The cells of a row, made when they are asked for: once for their widths, and once to be written.
    let row: @Sendable (Int) -> [String]

    init(columns: [Column], count: Int, row: @escaping @Sendable (Int) -> [String]) {
        self.columns = columns
        self.count = count
        self.row = row
    }

    init(columns: [Column], rows: [[String]]) {
        self.init(columns: columns, count: rows.count) { rows[$0] }
    }

    /// The width that each column takes where nothing is cut; nil for one without any text, which is left out.
    var naturalWidths: [Int?] {
        var widths = columns.map { $0.isKept ? DisplayWidth.of($0.heading) : nil }
        for index in 0..<count {
            for (column, cell) in row(index).enumerated() where !cell.isEmpty {
                widths[column] = max(widths[column] ?? DisplayWidth.of(columns[column].heading), DisplayWidth.of(cell))
            }
        }
        return widths
    }

    /// The lines, headings first.
    func lines(width: Int?, style: Style, indent: String = "", showsHeadings: Bool = true) -> TextLines {
        let natural = naturalWidths
        var shown = columns.indices.filter { natural[$0] != nil }
        var widths = shown.compactMap { natural[$0] }
        if let width {
            let room = width - DisplayWidth.of(indent)
            while !fit(&widths, shown, to: room, keeping: { $0.keeps }) {
                guard let least = shown.compactMap({ columns[$0].leaves }).max() else {
                    _ = fit(&widths, shown, to: room, keeping: { _ in Column.least })
                    break
                }
                shown.removeAll { columns[$0].leaves == least }
                widths = shown.compactMap { natural[$0] }
            }
        }
        let headings = showsHeadings ? 1 : 0
        return TextLines(count: count + headings) { [shown, widths] place in
            guard place >= headings else { return indent + style.bold(line(columns.map(\.heading), shown, widths)) }
            return indent + line(row(place - headings), shown, widths)
        }
    }

    private func line(_ cells: [String], _ shown: [Int], _ widths: [Int]) -> String {
        let padded = zip(shown, widths).map { column, width in
            DisplayWidth.pad(
                DisplayWidth.cut(cells[column], to: width), to: width, right: columns[column].isRightAligned)
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
