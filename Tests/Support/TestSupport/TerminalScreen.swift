/// The screen that a program's output produces, for the part of a terminal that libedit uses with `TERM=xterm`.
package struct TerminalScreen {
    /// The characters, row by row.
    package private(set) var cells: [[TerminalCell]]
    /// The row of the cursor, from 0.
    package private(set) var row = 0
    /// The column of the cursor, from 0.
    package private(set) var column = 0
    /// How often the bell rang.
    package private(set) var bells = 0
    /// Whether the terminal has been told to mark pasted text.
    package private(set) var marksPastes = false
    /// Whether a row that is full continues in the next one.
    package private(set) var wraps = true

    private var columns: Int
    private var pendingWrap = false
    private var isInserting = false
    private var look = TerminalCell.Look()
    private var sequence: String?
    private var bytes: [UInt8] = []

    init(columns: Int, rows: Int) {
        self.columns = columns
        cells = Array(repeating: Array(repeating: TerminalCell(), count: columns), count: rows)
    }

    /// The rows without trailing blanks and without the second halves of wide characters.
    package var lines: [String] {
        cells.map { row in
            var view = String.UnicodeScalarView()
            view.append(contentsOf: row.map(\.scalar).filter { $0 != "\0" })
            return String(String(view).reversed().drop { $0 == " " }.reversed())
        }
    }

    /// All rows as one text.
    package var text: String {
        lines.joined(separator: "\n")
    }

    /// The last row that is not empty.
    package var lastLine: String {
        lines.last { !$0.isEmpty } ?? ""
    }

    mutating func resize(columns: Int) {
        cells = cells.map {
            Array($0.prefix(columns)) + Array(repeating: TerminalCell(), count: max(0, columns - $0.count))
        }
        self.columns = columns
        column = min(column, columns - 1)
        pendingWrap = false
    }

    mutating func feed(_ more: some Collection<UInt8>) {
        bytes += more
        let whole = bytes.count - Self.unfinished(bytes)
        for scalar in String(decoding: bytes[..<whole], as: UTF8.self).unicodeScalars { draw(scalar) }
        bytes.removeFirst(whole)
    }

    /// The number of bytes at the end that belong to an incomplete character.
    private static func unfinished(_ bytes: [UInt8]) -> Int {
        for back in 1..<4 where back <= bytes.count {
            let byte = bytes[bytes.count - back]
            if byte & 0xC0 == 0x80 { continue }
            let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
            return length > back ? back : 0
        }
        return 0
    }

    private mutating func draw(_ scalar: Unicode.Scalar) {
        if sequence != nil { return continueSequence(scalar) }
        switch scalar {
        case "\u{1B}": sequence = ""
        case "\r": (column, pendingWrap) = (0, false)
        case "\n": newLine()
        case "\u{8}": (column, pendingWrap) = (max(0, column - 1), false)
        case "\u{7}": bells += 1
        case "\u{20}"...: put(scalar)
        default: break
        }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        let width = (0x1100...0x115F).contains(scalar.value) || (0x2E80...0xFF60).contains(scalar.value) ? 2 : 1
        if !wraps {
            column = min(column, columns - width)
        } else if pendingWrap || column + width > columns {
            column = 0
            newLine()
        }
        if isInserting {
            cells[row].insert(contentsOf: Array(repeating: TerminalCell(), count: width), at: column)
            cells[row].removeLast(width)
        }
        cells[row][column] = TerminalCell(scalar: scalar, look: look)
        if width == 2 { cells[row][column + 1] = TerminalCell(scalar: "\0", look: look) }
        column += width
        pendingWrap = column == columns && wraps
        column = min(column, columns - 1)
    }

    private mutating func newLine() {
        pendingWrap = false
        if row < cells.count - 1 {
            row += 1
        } else {
            cells.removeFirst()
            cells.append(Array(repeating: TerminalCell(), count: columns))
        }
    }

    private mutating func continueSequence(_ scalar: Unicode.Scalar) {
        let text = (sequence ?? "") + String(scalar)
        sequence = text
        let isCharacterSet = text.hasPrefix("(") || text.hasPrefix(")")
        if isCharacterSet ? text.count == 2 : text.hasPrefix("[") ? text.count > 1 && scalar.value >= 0x40 : true {
            guard text != "[", !(isCharacterSet && text.count == 1) else { return }
            sequence = nil
            if text.hasPrefix("[") { control(scalar, parameters: text.dropFirst().dropLast()) }
        }
    }

    private mutating func control(_ final: Unicode.Scalar, parameters: Substring) {
        pendingWrap = false
        let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
        let number = (numbers.first ?? nil) ?? 1
        switch final {
        case "A": row = max(0, row - number)
        case "B": row = min(cells.count - 1, row + number)
        case "C": column = min(columns - 1, column + number)
        case "D": column = max(0, column - number)
        case "G": column = min(columns, number) - 1
        case "H":
            row = min(cells.count, number) - 1
            column = min(columns, (numbers.count > 1 ? numbers[1] : nil) ?? 1) - 1
        case "K": clear(row, from: column)
        case "J":
            if (numbers.first ?? nil) == 2 { for row in cells.indices { clear(row, from: 0) } }
            clear(row, from: column)
            for below in cells.indices.dropFirst(row + 1) { clear(below, from: 0) }
        case "@":
            cells[row].insert(contentsOf: Array(repeating: TerminalCell(), count: number), at: column)
            cells[row].removeLast(number)
        case "P":
            cells[row].removeSubrange(column..<min(columns, column + number))
            cells[row] += Array(repeating: TerminalCell(), count: columns - cells[row].count)
        case "m": look.take(numbers.map { $0 ?? 0 })
        case "h", "l":
            if parameters == "?2004" { marksPastes = final == "h" }
            if parameters == "?7" { wraps = final == "h" }
            if parameters == "4" { isInserting = final == "h" }
        default: break
        }
    }

    private mutating func clear(_ row: Int, from column: Int) {
        for index in column..<columns { cells[row][index] = TerminalCell() }
    }
}
