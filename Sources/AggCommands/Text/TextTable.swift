import AggSearch
import AggSource

/// Columns of text, aligned, fitted to a width.
///
/// The widths are those of the first rows, so that the first line does not wait for the last row, and a long table takes no
/// more memory than a short one.
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
        /// A column wider than this is left out before anything is cut: useless in part, it would only squeeze the others.
        var greatest: Int?
        /// Whether it stays though no row has a text in it, as what was asked for does.
        var isKept = false
        /// What its texts say by their color.
        var role: Style.Role?

        /// No column is cut to less.
        static let least = 8
    }

    /// How many rows are measured.
    static let measured = 1_000

    let columns: [Column]
    /// How many rows there are.
    let count: Int
    /// The cells of a row, made when they are needed: those of the first rows before the first line, the others one by one.
    let row: @Sendable (Int) -> [String]
    /// The words whose letters are colored in the columns of that role.
    var matched: SearchText?
    /// What a cell says by its color, if that is not the same in all rows.
    var cellRole: (@Sendable (_ row: Int, _ column: Int) -> Style.Role?)?

    init(columns: [Column], count: Int, row: @escaping @Sendable (Int) -> [String]) {
        self.columns = columns
        self.count = count
        self.row = row
    }

    init(columns: [Column], rows: [[String]]) {
        self.init(columns: columns, count: rows.count) { rows[$0] }
    }

    /// The width that each column takes if nothing is cut; nil for one without any text, which is left out.
    var naturalWidths: [Int?] { naturalWidths(first) }

    /// The rows that are measured.
    private var first: [[String]] { (0..<min(count, Self.measured)).map(row) }

    private func naturalWidths(_ rows: [[String]]) -> [Int?] {
        var widths = columns.map { $0.isKept ? DisplayWidth.of($0.heading) : nil }
        for row in rows {
            for (column, cell) in row.enumerated() where !cell.isEmpty {
                widths[column] = max(widths[column] ?? DisplayWidth.of(columns[column].heading), DisplayWidth.of(cell))
            }
        }
        return widths
    }

    /// The lines, headings first.
    ///
    /// Without a width nothing is cut: what is wider than the rows measured sticks out.
    func lines(width: Int?, style: Style, indent: String = "", showsHeadings: Bool = true) -> TextLines {
        let first = first
        let layout = Layout(columns, naturalWidths(first), width.map { $0 - DisplayWidth.of(indent) })
        let headings = showsHeadings ? 1 : 0
        return TextLines(count: count + headings) { place in
            guard place >= headings else { return indent + style.bold(line(columns.map(\.heading), layout)) }
            let place = place - headings
            let cells = place < first.count ? first[place] : row(place)
            return indent + line(cells, layout, style.usesColor ? style : nil, place)
        }
    }

    private func line(_ cells: [String], _ layout: Layout, _ style: Style? = nil, _ row: Int = 0) -> String {
        var text = ""
        var blanks = 0
        for (column, width) in zip(layout.shown, layout.widths) {
            let cell = layout.isCut ? DisplayWidth.cut(cells[column], to: width) : cells[column]
            let room = max(0, width - DisplayWidth.of(cell))
            if columns[column].isRightAligned { blanks += room }
            if !cell.isEmpty {
                let gap = String(blanks: blanks)
                text += style.map { $0.text(gap) + colored(cell, cells[column], column, row, $0) } ?? gap + cell
                blanks = 0
            }
            blanks += (columns[column].isRightAligned ? 0 : room) + 2
        }
        return text
    }

    private func colored(_ cell: String, _ whole: String, _ column: Int, _ row: Int, _ style: Style) -> String {
        let role = cellRole?(row, column) ?? columns[column].role
        return role == .match ? style.marking(cell, of: whole, matched) : style.text(cell, role)
    }
}

extension String {
    /// A gap of some blanks, filled at once: `String(repeating:count:)` appends them one by one.
    fileprivate init(blanks count: Int) {
        self.init(unsafeUninitializedCapacity: count) { gap in
            gap.initialize(repeating: UInt8(ascii: " "))
            return count
        }
    }
}

/// The columns of a table that are shown, and their widths.
private struct Layout: Sendable {
    private let columns: [TextTable.Column]
    private(set) var shown: [Int]
    private(set) var widths: [Int]
    /// Whether texts are cut to the widths.
    let isCut: Bool

    init(_ columns: [TextTable.Column], _ natural: [Int?], _ room: Int?) {
        self.columns = columns
        isCut = room != nil
        shown = columns.indices.filter { natural[$0] != nil }
        widths = shown.compactMap { natural[$0] }
        guard let room, needed > room else { return }
        keep(natural) { column, width in columns[column].greatest.map { width <= $0 } ?? true }
        while !fit(to: room, keeping: { $0.keeps }) {
            guard let least = shown.compactMap({ columns[$0].leaves }).max() else {
                _ = fit(to: room, keeping: { _ in TextTable.Column.least })
                break
            }
            keep(natural) { column, _ in columns[column].leaves != least }
        }
    }

    private var needed: Int { widths.reduce(0, +) + 2 * (widths.count - 1) }

    /// Leaves columns out, and gives the others their natural widths back.
    private mutating func keep(_ natural: [Int?], _ isKept: (Int, Int) -> Bool) {
        shown = shown.filter { isKept($0, natural[$0] ?? 0) }
        widths = shown.compactMap { natural[$0] }
    }

    /// Takes from the widest flexible column until the table fits, or none has more than it keeps.
    ///
    /// - Returns: Whether it fits.
    private mutating func fit(to room: Int, keeping: (TextTable.Column) -> Int) -> Bool {
        while needed > room {
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
