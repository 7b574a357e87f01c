import CEditLine

/// The positions of the characters of a prompt and a line on a terminal, according to libedit's rules.
///
/// libedit does not report the cursor position, which is needed to write above the prompt.
struct LineLayout: Equatable {
    /// The row of the cursor, relative to the prompt's first row.
    private(set) var cursorRow: Int
    /// The row where the line ends.
    private(set) var lastRow: Int

    /// Lays out a prompt and the scalars of a line, with the cursor before the scalar at `cursor`.
    init(prompt: String, line: [Unicode.Scalar], cursor: Int, columns: Int) {
        var pen = Pen(columns: max(columns, 2))
        for scalar in prompt.unicodeScalars { pen.draw(scalar) }
        var cursorRow = pen.row
        for (index, scalar) in line.enumerated() {
            if index == cursor { cursorRow = pen.row(before: scalar) }
            pen.draw(scalar)
        }
        self.cursorRow = cursor < line.count ? cursorRow : pen.row
        lastRow = pen.row
    }

    /// The layout on a screen with the given number of rows, which shows the end of a longer line.
    func within(rows: Int) -> LineLayout {
        var layout = self
        layout.lastRow = min(lastRow, rows - 1)
        layout.cursorRow = min(cursorRow, layout.lastRow)
        return layout
    }

    private struct Pen {
        let columns: Int
        var row = 0
        var column = 0

        mutating func draw(_ scalar: Unicode.Scalar) {
            switch scalar {
            case "\n":
                row += 1
                column = 0
            case "\t":
                repeat { advance(1) } while column % 8 != 0
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                advance(1)  // ^ and a letter
                advance(1)
            default:
                advance(Self.width(scalar))
            }
        }

        /// A wide character that does not fit moves to the next row, along with the cursor.
        func row(before scalar: Unicode.Scalar) -> Int {
            column + Self.width(scalar) > columns ? row + 1 : row
        }

        /// The number of columns counted by libedit, from the C library's table; 0 for combining marks and invisible
        /// characters.
        private static func width(_ scalar: Unicode.Scalar) -> Int {
            max(0, Int(ceditline_width(wchar_t(scalar.value))))
        }

        private mutating func advance(_ width: Int) {
            if column + width > columns {
                row += 1
                column = 0
            }
            column += width
            if column >= columns {
                row += 1
                column = 0
            }
        }
    }
}
