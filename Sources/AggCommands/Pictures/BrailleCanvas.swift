import AggSource

/// A canvas of Braille characters with two by four dots each: lines as the background, points on it, and text on top.
struct BrailleCanvas {
    let columns: Int
    let rows: Int
    private var dots: [UInt8]
    private var ground: [UInt8]
    private var texts: [String?]

    init(columns: Int, rows: Int) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        dots = Array(repeating: 0, count: self.columns * self.rows)
        ground = dots
        texts = Array(repeating: nil, count: self.columns * self.rows)
    }

    /// The bits of a character's dots, by row and column (Unicode 15, chapter 21.1).
    private static let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

    /// Sets the dot at a position from 0 to 1, rightwards and downwards.
    mutating func set(_ x: Double, _ y: Double) {
        guard let dot = dot(x, y) else { return }
        dots[dot.place] |= dot.bit
    }

    /// Draws a line between two positions on the ground.
    mutating func line(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) {
        let (across, down) = (end.x - start.x, end.y - start.y)
        let length = max(abs(across) * Double(columns * 2), abs(down) * Double(rows * 4))
        let steps = max(1, Int(clamping: min(length, Double(columns * 2 + rows * 4)).rounded(.up)))
        for step in 0...steps {
            let share = Double(step) / Double(steps)
            guard let dot = dot(start.x + share * across, start.y + share * down) else { continue }
            ground[dot.place] |= dot.bit
        }
    }

    /// The column and row of the character at a position.
    func cell(_ x: Double, _ y: Double) -> (column: Int, row: Int) {
        (
            max(0, min(Int(clamping: x * Double(columns)), columns - 1)),
            max(0, min(Int(clamping: y * Double(rows)), rows - 1))
        )
    }

    /// Writes a text from a column on; the part that does not fit is omitted.
    mutating func write(_ text: String, column: Int, row: Int) {
        guard (0..<rows).contains(row), column >= 0 else { return }
        let end = (row + 1) * columns
        var place = row * columns + column
        for character in text {
            let width = DisplayWidth.of(character)
            if width == 0, place > row * columns + column {
                texts[place - 1]? += String(character)
                continue
            }
            guard place + max(1, width) <= end else { return }
            texts[place] = String(character)
            for next in place + 1..<max(place + 1, place + width) { texts[next] = "" }
            place += max(1, width)
        }
    }

    private func dot(_ x: Double, _ y: Double) -> (place: Int, bit: UInt8)? {
        let column = min(Int(clamping: x * Double(columns * 2)), columns * 2 - 1)
        let row = min(Int(clamping: y * Double(rows * 4)), rows * 4 - 1)
        guard column >= 0, row >= 0 else { return nil }
        return (row / 4 * columns + column / 2, Self.bits[row % 4][column % 2])
    }

    /// The lines; without color, the background uses different characters from the points.
    func lines(_ style: Style) -> [String] {
        (0..<rows).map { row in
            var line = ""
            var run = (text: "", role: Style.Role?.none)
            for place in row * columns..<(row + 1) * columns {
                let (text, role) = character(at: place, hasColor: style.usesColor)
                // Spaces have no color, so they continue any run.
                if role != run.role, text != " " {
                    line += style.text(run.text, run.role)
                    run = ("", role)
                }
                run.text += text
            }
            return line + style.text(run.text, run.role)
        }
    }

    private func character(at place: Int, hasColor: Bool) -> (text: String, role: Style.Role?) {
        if let text = texts[place] { return (text, nil) }
        if dots[place] != 0 { return (Self.character(dots[place]), .picture) }
        if ground[place] != 0 { return (hasColor ? Self.character(ground[place]) : ".", .secondary) }
        return (" ", nil)
    }

    private static func character(_ bits: UInt8) -> String {
        Unicode.Scalar(0x2800 + UInt32(bits)).map(String.init) ?? " "
    }
}
