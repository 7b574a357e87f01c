import CEditLine

/// Where the characters of a prompt and a line stand on a terminal of so many columns, by libedit's rules.
///
/// libedit does not tell where the cursor is, and whoever writes above the prompt must know.
struct LineLayout: Equatable {
    /// The row of the cursor, from the prompt's first row, which is 0.
    private(set) var cursorRow: Int
    /// The row the line ends in.
    private(set) var lastRow: Int

    /// Lays out a prompt and the scalars of a line whose cursor stands before the scalar at `cursor`.
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

    /// The layout as seen on a screen of so many rows, which shows the end of a line that is longer.
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

        /// A wide character that does not fit takes the cursor with it to the next row.
        func row(before scalar: Unicode.Scalar) -> Int {
            column + Self.width(scalar) > columns ? row + 1 : row
        }

        /// The columns libedit counts, by the C library's table; 0 for a combining mark and for what is not shown.
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
