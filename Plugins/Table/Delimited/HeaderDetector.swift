import AggSource

/// Finds the row with the column labels, and the rows before it.
struct HeaderDetector {
    enum Kind {
        case empty, number, date, boolean, text
    }

    /// The first rows of the table.
    let rows: [TableRow]

    /// The number of cells in a row of the table: that of most rows, but with a header only if more than half of them have it; 0
    /// if the header decides.
    func width(hasHeader: Bool) -> Int {
        let data = rows.dropFirst(hasHeader ? 1 : 0).filter { !$0.isBlank }
        let width = Self.commonWidth(of: data[...])
        return hasHeader && width.rows * 2 <= data.count ? 0 : width.cells
    }

    /// Whether a row only underlines the labels, as in Markdown.
    static func isRule(_ row: TableRow) -> Bool {
        let cells = (0..<row.count).map { row.bytes[row.trimmedRange($0)] }.filter { !$0.isEmpty }
        return !cells.isEmpty
            && cells.allSatisfy {
                $0.count > 2 && $0.allSatisfy { "-=+:".utf8.contains($0) } && !$0.allSatisfy { $0 == 58 }
            }
    }

    /// Whether all cells are widths and types such as `15s`, as the US Geological Survey writes them below labels.
    private static func isFormats(_ row: TableRow) -> Bool {
        row.count > 1
            && (0..<row.count).allSatisfy { index in
                let bytes = row.bytes[row.trimmedRange(index)]
                return (2...4).contains(bytes.count) && bytes.dropLast().allSatisfy { (48...57).contains($0) }
                    && bytes.last.map { "sdn".utf8.contains($0) } == true
            }
    }

    private static func commonWidth(of rows: ArraySlice<TableRow>) -> (cells: Int, rows: Int) {
        var counts: [Int: Int] = [:]
        for row in rows where !row.isBlank { counts[row.count, default: 0] += 1 }
        return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }.map { ($0.key, $0.value) } ?? (0, 0)
    }

    /// Whether the first row is a header; true without rows.
    var hasHeader: Bool {
        guard let first = rows.first else { return true }
        return isHeader(first, over: rows[1...].prefix(500)) || first.trimmedRange(0).isEmpty && hasGroups
    }

    /// Whether the first column has no label, as in tables written by R.
    ///
    /// Its cells are names of rows, which are not decimal numbers.
    func lacksFirstLabel(hasUnits: Bool) -> Bool {
        let data = rows.dropFirst(hasUnits ? 2 : 1)
        return lacksLabel(hasUnits: hasUnits)
            && !data.contains { row in
                let name = row.bytes[row.trimmedRange(0)]
                return row.isBare(0) && name.contains { ".,".utf8.contains($0) } && Self.kind(of: name) == .number
            }
    }

    /// Whether each row has one cell more than the header, and a first cell that no other row has.
    func lacksLabel(hasUnits: Bool) -> Bool {
        guard let last = rows.first?.count else { return false }
        let data = rows.dropFirst(hasUnits ? 2 : 1).filter { !$0.isBlank }
        guard data.count > 1, data.allSatisfy({ $0.count == last + 1 }) else { return false }
        let isEnded = data.allSatisfy { $0.trimmedRange(last).isEmpty }
        return !isEnded && Set(data.map { $0.trimmedText(0) }).count == data.count
    }

    /// Whether the row below the header, which is the first row, contains units, types or explanations of the labels,
    /// or labels that complete them.
    var hasUnits: Bool {
        guard rows.count > 2 else { return false }
        let units = rows[1]
        guard !FixedWidths.isRule(units), !Self.isRule(units) else { return false }
        if hasGroups || hasImportIDs { return true }
        guard rows.count > 3 else { return false }
        if rows[0].isComment, units.isComment { return true }
        let data = rows[2...].prefix(500)
        return Self.isFormats(units) || isTypes(units, over: data) || isExplanation(units, over: data)
            || Self.isUnits(units, over: data)
    }

    /// Whether a row has the labels of the columns below.
    func isHeader(_ row: TableRow, over data: ArraySlice<TableRow>) -> Bool {
        let kinds = (0..<row.count).map { Self.kind(row, $0) }
        guard kinds.contains(where: { $0 != .empty }) else { return false }
        let votes = votes(for: row, over: data)
        if votes != 0 { return votes > 0 }
        let texts = (0..<row.count).filter { kinds[$0] == .text }.map(row.trimmedText)
        let areTexts = kinds.allSatisfy { $0 == .text || $0 == .empty }
        let areLabels = areTexts || kinds.first == .text && !data.isEmpty || hasCorner(row, kinds, over: data)
        return areLabels && Self.hasNoRepeats(texts, in: data) && texts.allSatisfy { $0.utf8.count <= 200 }
    }

    /// Whether the first columns have values but no label, and all others have a label, such as a year, as in a table of regions
    /// by year.
    private func hasCorner(_ row: TableRow, _ kinds: [Kind], over data: ArraySlice<TableRow>) -> Bool {
        let corner = kinds.prefix { $0 == .empty }.count
        return corner > 0 && corner < kinds.count
            && (0..<corner).allSatisfy { Self.kind(of: $0, in: data) != nil }
            && (corner..<kinds.count).allSatisfy { index in
                switch kinds[index] {
                case .text: true
                case .date: Self.kind(of: index, in: data) != .date
                case .number: isYear(row, index, .number)
                case .boolean, .empty: false
                }
            }
    }

    /// The number of texts above values of other types, less the number of other values above values of the same type.
    func votes(for row: TableRow, over data: ArraySlice<TableRow>) -> Int {
        var votes = 0
        for index in 0..<row.count {
            let kind = Self.kind(row, index)
            guard kind != .empty, let below = Self.kind(of: index, in: data) else { continue }
            if kind == .text, below != .text { votes += 1 }
            if kind == below, kind != .text, !isYear(row, index, below) { votes -= 1 }
        }
        return votes
    }

    /// Whether a number above numbers is the label of a year.
    private func isYear(_ row: TableRow, _ index: Int, _ below: Kind) -> Bool {
        guard below == .number, let year = Int(row.trimmedText(index)), (1_800...2_200).contains(year) else {
            return false
        }
        return Self.kind(row, 0) == .text || Self.kind(row, 0) == .empty
    }

    /// Labels may repeat each other, but their column must not keep repeating them.
    private static func hasNoRepeats(_ texts: [String], in data: ArraySlice<TableRow>) -> Bool {
        guard data.count > 1, let first = texts.first else { return true }
        let same = data.count { $0.trimmedText(0) == first }
        return same * 2 < data.count
    }

    /// The common kind of a column's values; text if they differ, nil if there are none.
    static func kind(of index: Int, in data: ArraySlice<TableRow>) -> Kind? {
        var found: Kind?
        for row in data {
            let kind = kind(row, index)
            if kind == .empty { continue }
            // Any text makes the kind of the column text, so the other rows need not be read.
            if kind == .text { return .text }
            if found == nil { found = kind } else if found != kind { return .text }
        }
        return found
    }

    static func kind(_ row: TableRow, _ index: Int) -> Kind { kind(of: row.bytes[row.trimmedRange(index)]) }

    /// The kind of a value without surrounding blanks.
    static func kind(of bytes: ArraySlice<UInt8>) -> Kind {
        if bytes.isEmpty || Missing.isMissing(bytes) { return .empty }
        if bytes.allSatisfy({ (48...57).contains($0) }) { return .number }
        for decimal in NumberText.Decimal.allCases
        where NumberText.value(bytes, decimal) != nil || AmountText(bytes, decimal) != nil { return .number }
        if BooleanText.value(bytes) != nil { return .boolean }
        if DateText.mayBe(bytes), !DateText.reading(String(decoding: bytes, as: UTF8.self)).orders.isEmpty {
            return .date
        }
        return .text
    }
}
