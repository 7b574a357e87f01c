import AggSource

/// Dots in characters of two by four (Unicode, Braille Patterns), with text on top.
struct BrailleCanvas {
    let columns: Int
    let rows: Int
    private var dots: [UInt8]
    private var texts: [String?]

    init(columns: Int, rows: Int) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        dots = Array(repeating: 0, count: self.columns * self.rows)
        texts = Array(repeating: nil, count: self.columns * self.rows)
    }

    /// The bits of a character's dots, by row and column (Unicode 15, chapter 21.1).
    private static let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

    /// Sets the dot at a position from 0 to 1, rightwards and downwards.
    mutating func set(_ x: Double, _ y: Double) {
        let column = min(Int(clamping: x * Double(columns * 2)), columns * 2 - 1)
        let row = min(Int(clamping: y * Double(rows * 4)), rows * 4 - 1)
        guard column >= 0, row >= 0 else { return }
        dots[row / 4 * columns + column / 2] |= Self.bits[row % 4][column % 2]
    }

    /// Writes a text next to a position if nothing else is there: on the right, or on the left if there is no room.
    ///
    /// - Returns: Whether there was room.
    mutating func write(_ text: String, at x: Double, _ y: Double) -> Bool {
        let column = min(Int(clamping: x * Double(columns)), columns - 1)
        let row = min(Int(clamping: y * Double(rows)), rows - 1)
        let width = DisplayWidth.of(text)
        for start in [column + 1, column - width] where start >= 0 && start + width <= columns {
            let places = (row * columns + start)..<(row * columns + start + width)
            // A space on either side separates two names.
            let from = max(row * columns, places.lowerBound - 1)
            let to = min((row + 1) * columns, places.upperBound + 1)
            guard texts[from..<to].allSatisfy({ $0 == nil }) else { continue }
            var place = places.lowerBound
            for character in text {
                let width = DisplayWidth.of(character)
                if width == 0, place > places.lowerBound {
                    texts[place - 1]? += String(character)
                    continue
                }
                texts[place] = String(character)
                for next in place + 1..<max(place + 1, place + width) { texts[next] = "" }
                place += width
            }
            return true
        }
        return false
    }

    /// The lines; `style` is applied to the dots.
    func lines(_ style: (String) -> String) -> [String] {
        (0..<rows).map { row in
            var line = ""
            var run = ""
            for place in row * columns..<(row + 1) * columns {
                if let text = texts[place] {
                    line += style(run) + text
                    run = ""
                } else {
                    run += dots[place] == 0 ? " " : Unicode.Scalar(0x2800 + UInt32(dots[place])).map(String.init) ?? " "
                }
            }
            return line + style(run)
        }
    }
}
