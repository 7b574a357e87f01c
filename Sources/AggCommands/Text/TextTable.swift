import AggSearch
import AggSource

/// Aligned columns of text, fitted to a width.
///
/// The widths are those of the first rows, so that the first line doesn't wait for the last row, and a long table takes
/// no more memory than a short one.
struct TextTable: Sendable {
    /// A column: its heading, and how it shrinks when space is short.
    struct Column: Sendable {
        var heading: String
        var isRightAligned = false
        /// Whether to truncate long texts if the table is too wide.
        var isFlexible = false
        /// The width below which texts are not truncated while other columns can still be dropped: larger for text that
        /// people will type.
        var keeps = Self.least
        /// The priority for dropping the column if the table is still too wide; the highest is dropped first.
        var leaves: Int?
        /// The width beyond which the column is dropped before anything is truncated: truncated texts would be useless
        /// here and would only take room from the other columns.
        ///
        /// In a narrow table, it is half of the table's width.
        var greatest: Int?
        /// Whether the column stays even if all its cells are empty, because it was selected.
        var isKept = false
        /// The meaning of its color.
        var role: Style.Role?

        /// The width below which no column is truncated.
        static let least = 8
    }

    /// The number of rows measured.
    static let measured = 1_000

    let columns: [Column]
    /// The number of rows.
    let count: Int
    /// The cells of a row, created on demand: those of the first rows before the first line, the others one by one.
    let row: @Sendable (Int) -> [String]
    /// The words to highlight in the columns with the role `match`.
    var matched: SearchText?
    /// The meaning of a cell's color, if it is not the same in all rows.
    var cellRole: (@Sendable (_ row: Int, _ column: Int) -> Style.Role?)?
    /// Columns to keep if rows would otherwise look the same, or no column of `naming` would be visible; best first.
    var distinguishing: [[Int]] = []
    /// Columns of which at least one should stay visible, if any has text.
    var naming: Set<Int> = []

    init(columns: [Column], count: Int, row: @escaping @Sendable (Int) -> [String]) {
        self.columns = columns
        self.count = count
        self.row = row
    }

    init(columns: [Column], rows: [[String]]) {
        self.init(columns: columns, count: rows.count) { rows[$0] }
    }

    /// The width of each column if nothing is truncated; nil for a column without any text, which is dropped.
    var naturalWidths: [Int?] { naturalWidths(first) }

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

    /// The lines, starting with the headings.
    ///
    /// Without a width, nothing is truncated: texts that are wider than those of the measured rows stick out.
    func lines(width: Int?, style: Style, indent: String = "", showsHeadings: Bool = true) -> TextLines {
        let first = first
        let layout = layout(first, width.map { $0 - DisplayWidth.of(indent) })
        let headings = showsHeadings ? 1 : 0
        return TextLines(count: count + headings) { place in
            guard place >= headings else { return indent + style.bold(line(columns.map(\.heading), layout)) }
            let place = place - headings
            let cells = place < first.count ? first[place] : row(place)
            return indent + line(cells, layout, style.usesColor ? style : nil, place)
        }
    }

    /// Whether the table fits a width once its columns are narrowed or dropped.
    func fits(_ width: Int?) -> Bool { width.map { layout(first, $0).needed <= $0 } ?? true }

    /// Whether two columns whose texts differ look the same in one of the given rows.
    func showsSame(_ one: Int, _ other: Int, in rows: [Int], width: Int?) -> Bool {
        let layout = layout(first, width)
        func shown(_ column: Int, _ cells: [String]) -> String? {
            layout.shown.firstIndex(of: column).map { place in
                layout.isCut ? DisplayWidth.cut(cells[column], to: layout.widths[place]) : cells[column]
            }
        }
        return rows.contains { row in
            let cells = self.row(row)
            return cells[one] != cells[other] && shown(one, cells) == shown(other, cells)
        }
    }

    /// Returns a function that writes further rows with the same widths, for rows that are not known yet.
    func further(width: Int?, style: Style) -> (_ cells: [String], _ row: Int) -> String {
        let layout = layout(first, width)
        return { cells, row in line(cells, layout, style.usesColor ? style : nil, row) }
    }

    /// The usual layout, or the one in which the fewest of the measured rows look the same.
    private func layout(_ rows: [[String]], _ room: Int?) -> Layout {
        let natural = naturalWidths(rows)
        let usual = Layout(columns, natural, room)
        guard let room, usual.isSqueezed, !distinguishing.isEmpty else { return usual }
        let alike = alike(rows, in: usual)
        var best = usual
        var fewest = defects(of: usual, rows, natural)
        for kept in distinguishing {
            // If only a few rows still look the same, dropping more columns is not worth it; another column may tell the
            // rows apart without cutting the titles.
            let isEnough = fewest.hidden == 0 && fewest.alike * 10 <= alike.count
            if isEnough, fewest.narrow == 0 || alike.isEmpty { break }
            var distinguished = Set(alike)
            // With less room for the other columns, other rows may look the same and need these columns, too.
            for _ in 0..<Self.mostAttempts {
                let layout = layout(natural, room, keeping: kept, for: distinguished.map { rows[$0] })
                guard layout.needed <= room else { break }
                let defects = defects(of: layout, rows, natural)
                if defects < fewest { (best, fewest) = (layout, defects) }
                let others = self.alike(rows, in: layout)
                if distinguished.isSuperset(of: others) { break }
                distinguished.formUnion(others)
            }
        }
        return best
    }

    /// How often a layout is changed because of rows that look the same only in the one before.
    private static let mostAttempts = 3

    /// The layout that keeps some columns, wide enough for the texts of the given rows; the rest of the room is for the
    /// other columns.
    private func layout(_ natural: [Int?], _ room: Int, keeping kept: [Int], for rows: [[String]]) -> Layout {
        var widths = natural
        for column in kept where widths[column] != nil && !rows.isEmpty {
            let texts = rows.map { DisplayWidth.of($0[column]) } + [DisplayWidth.of(columns[column].heading)]
            widths[column] = texts.max().map { min($0, room / 2) }
        }
        // If one short column tells the rows apart, a short title is enough, and leaves room for the subtitle.
        let isShort = naming.isEmpty && kept.count == 1 && kept.allSatisfy { (widths[$0] ?? room) < room / 2 }
        return Layout(columns, widths, room, keeping: kept.filter { natural[$0] != nil }, shortensOthers: isShort)
    }

    /// Whether no naming column is visible, the number of rows that look like others, and whether texts are truncated
    /// too much.
    private func defects(
        of layout: Layout, _ rows: [[String]], _ natural: [Int?]
    ) -> (hidden: Int, alike: Int, narrow: Int) {
        let isHidden = naming.contains { natural[$0] != nil } && naming.isDisjoint(with: layout.shown)
        return (isHidden ? 1 : 0, alike(rows, in: layout).count, layout.isNarrow ? 1 : 0)
    }

    /// The rows that look the same as others.
    private func alike(_ rows: [[String]], in layout: Layout) -> [Int] {
        // A row number does not say what the row is.
        let places = layout.shown.indices.filter { layout.shown[$0] > 0 }
        let visible = rows.map { row in
            places.map { DisplayWidth.cut(row[layout.shown[$0]], to: layout.widths[$0]) }
        }
        let counts = Dictionary(visible.map { ($0, 1) }, uniquingKeysWith: +)
        return visible.indices.filter { counts[visible[$0], default: 1] > 1 }
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
    /// Creates spaces in one step: `String(repeating:count:)` appends them one by one.
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
    /// Whether texts are truncated to the widths.
    let isCut: Bool
    /// Whether columns were dropped or narrowed.
    private(set) var isSqueezed = false
    /// Whether texts are truncated more than they should be.
    private(set) var isNarrow = false

    /// Creates a layout that fits a width; before it drops the last of the columns that can be dropped, it can shorten
    /// all columns but those to keep.
    init(
        _ columns: [TextTable.Column], _ natural: [Int?], _ room: Int?, keeping kept: [Int] = [],
        shortensOthers: Bool = false
    ) {
        self.columns = columns
        isCut = room != nil
        shown = columns.indices.filter { natural[$0] != nil }
        widths = shown.compactMap { natural[$0] }
        guard let room, needed > room else { return }
        isSqueezed = true
        keep(natural) { column, width in
            kept.contains(column) || columns[column].greatest.map { width <= min($0, room / 2) } ?? true
        }
        let candidates = shown
        func least(_ column: Int) -> Int { kept.contains(column) ? natural[column] ?? 0 : columns[column].keeps }
        func shortest(_ column: Int) -> Int { kept.contains(column) ? least(column) : TextTable.Column.least }
        var dropped: [Int] = []
        while !fit(to: room, keeping: least) {
            let leaving = Set(shown.filter { !kept.contains($0) }.compactMap { columns[$0].leaves })
            guard let next = leaving.max() else {
                isNarrow = true
                _ = fit(to: room, keeping: { _ in TextTable.Column.least })
                break
            }
            if shortensOthers, leaving.count == 1, fit(to: room, keeping: shortest) { break }
            dropped.append(next)
            keep(natural) { column, _ in kept.contains(column) || columns[column].leaves != next }
        }
        // A text that was dropped may leave enough room for what was dropped before it: dates and numbers, or another text
        // if nothing has to be truncated for it.
        guard let last = dropped.popLast(), columns.contains(where: { $0.leaves == last && $0.isFlexible }) else {
            return
        }
        for former in dropped.reversed() {
            let usual = (shown: shown, widths: widths)
            let added = candidates.filter { columns[$0].leaves == former }
            shown = candidates.filter { usual.shown.contains($0) || added.contains($0) }
            widths = shown.compactMap { natural[$0] }
            if needed <= room { continue }
            if !added.contains(where: { columns[$0].isFlexible }), fit(to: room, keeping: least) { continue }
            shown = usual.shown
            widths = usual.widths
        }
    }

    var needed: Int { widths.reduce(0, +) + 2 * (widths.count - 1) }

    /// Drops columns, and resets the others to their natural widths.
    private mutating func keep(_ natural: [Int?], _ isKept: (Int, Int) -> Bool) {
        shown = shown.filter { isKept($0, natural[$0] ?? 0) }
        widths = shown.compactMap { natural[$0] }
    }

    /// Narrows the widest flexible columns until the table fits or no column can be narrowed further.
    ///
    /// - Returns: Whether it fits.
    private mutating func fit(to room: Int, keeping least: (Int) -> Int) -> Bool {
        while needed > room {
            let flexible = widths.indices.filter { index in
                columns[shown[index]].isFlexible && widths[index] > least(shown[index])
            }
            guard let width = flexible.map({ widths[$0] }).max() else { return false }
            let widest = flexible.filter { widths[$0] == width }
            // A cell can be megabytes wide, so the columns are narrowed by more than 1 at a time if they all can be.
            let others = flexible.map { widths[$0] }.filter { $0 < width } + widest.map { least(shown[$0]) }
            let step = min((needed - room) / widest.count, width - (others.max() ?? 0))
            for index in step > 0 ? widest : Array(widest.prefix(1)) { widths[index] -= max(step, 1) }
        }
        return true
    }
}
