/// The cells of one row in UTF-8, and the position of the row in the text.
struct TableRow {
    /// Why a row cannot be used as it is.
    enum Fault: Equatable {
        /// It exceeds the maximum size or number of cells.
        case tooLong
        /// A quoted cell continues after its closing quote, and the row takes up this many lines.
        case looseQuote(lines: Int)
        /// It repeats the header, as in a file made of several others.
        case header
        /// A text crosses into another column of fixed width.
        case misaligned

        /// The reason, worded to follow “line 12”.
        var reason: String {
            switch self {
            case .tooLong: "has more than 4 MB of text or 100,000 cells"
            case .looseQuote(let lines):
                "has a misplaced quote" + (lines > 1 ? ", so \(lines) lines cannot be split into rows" : "")
            case .header: "repeats the header"
            case .misaligned: "does not fit the column widths"
            }
        }
    }

    /// The line in which the row starts, or the number of the item, from 1.
    var line = 1
    /// The text of all cells, one after the other.
    var bytes: [UInt8] = []
    /// The end of each cell.
    var ends: [Int] = []
    /// Whether each cell of delimited text or JSON is quoted; empty for other rows.
    var quoted: [Bool] = []
    /// The cells that are lists, as ``ListText``.
    var lists: Set<Int> = []
    /// The cells of delimited text in the form `="00123"`, with which Excel reads a number as a text.
    var excelTexts: Set<Int> = []
    /// Why the row cannot be used; nil if it can.
    var fault: Fault?

    /// The number of cells.
    var count: Int { ends.count }
    /// Whether the row begins with the mark of a comment.
    var isComment: Bool { bytes.first == UInt8(ascii: "#") }
    /// Whether all cells are blank.
    var isBlank: Bool { bytes.allSatisfy { $0 == 32 || $0 == 9 } }

    /// The range of a cell's bytes; empty if the row does not have the cell.
    func range(_ index: Int) -> Range<Int> {
        guard index < ends.count else { return 0..<0 }
        return (index == 0 ? 0 : ends[index - 1])..<ends[index]
    }

    /// The range of a cell's bytes without surrounding blanks.
    func trimmedRange(_ index: Int) -> Range<Int> {
        var (start, end) = (range(index).lowerBound, range(index).upperBound)
        while start < end, bytes[start].isBlank { start += 1 }
        while start < end, bytes[end - 1].isBlank { end -= 1 }
        return start..<end
    }

    /// The bytes of a cell as part of a key, without surrounding blanks and with hyphens for those within it; none for a
    /// missing value.
    func keyBytes(_ index: Int) -> ArraySlice<UInt8> {
        let bytes = bytes[trimmedRange(index)]
        if Missing.isNull(bytes) { return [] }
        guard bytes.contains(where: \.isBlank) else { return bytes }
        return bytes.map { $0.isBlank ? UInt8(ascii: "-") : $0 }[...]
    }

    /// The text of a cell as meant: blanks around it belong to it only if it is quoted.
    func meantText(_ index: Int) -> String {
        isBare(index) ? trimmedText(index) : text(index)
    }

    /// Whether a cell of delimited text or JSON is not quoted.
    func isBare(_ index: Int) -> Bool { index < quoted.count && !quoted[index] }

    /// The text of a cell.
    func text(_ index: Int) -> String { String(decoding: bytes[range(index)], as: UTF8.self) }

    /// The text of a cell without surrounding blanks.
    func trimmedText(_ index: Int) -> String { String(decoding: bytes[trimmedRange(index)], as: UTF8.self) }

    /// The texts between blanks in the first cell.
    var words: [Substring] { text(0).split(whereSeparator: \.isWhitespace) }

    /// The texts of the cells as labels, on one line each.
    var labels: [String] {
        (0..<count).map { trimmedText($0).split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    }

    /// Ends a cell with the bytes so far.
    mutating func endCell() { ends.append(bytes.count) }

    /// Ends a cell with the bytes so far, except the blanks around them.
    mutating func endPaddedCell() {
        let start = ends.last ?? 0
        while bytes.count > start, bytes[bytes.count - 1].isBlank { bytes.removeLast() }
        if let text = bytes[start...].firstIndex(where: { !$0.isBlank }) { bytes.removeSubrange(start..<text) }
        endCell()
    }

    /// Adds a cell.
    mutating func append(_ text: String) {
        bytes += text.utf8
        endCell()
    }

    /// Removes all cells but keeps their memory.
    mutating func clear(line: Int) {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        quoted.removeAll(keepingCapacity: true)
        if !lists.isEmpty { lists = [] }
        if !excelTexts.isEmpty { excelTexts = [] }
        self.line = line
        fault = nil
    }
}

extension UInt8 {
    /// Whether the byte is a blank, a tab, or a line break.
    var isBlank: Bool { self == 32 || (9...13).contains(self) }
}
