import AggCommands
import TestSupport

/// Draws a screen as SVG: letters in runs of the same style, braille as dots, and blocks as rectangles, so that no special
/// font is needed.
struct TerminalPicture {
    let screen: TerminalScreen
    private static let (cellWidth, cellHeight, size, margin) = (8.4, 18.0, 14.0, 16.0)
    private static let (ground, ink, faint) = ("#11161d", "#d7dde4", "#8b96a3")
    private static let colors = [
        31: "#f47067", 32: "#6bc46d", 33: "#e0b350", 34: "#6cb6ff", 35: "#d77bd0", 36: "#56c8d8",
    ]

    /// The rows down to the last one that is not empty.
    private var rows: ArraySlice<[TerminalCell]> {
        let last = screen.lines.lastIndex { !$0.isEmpty } ?? 0
        return screen.cells[...last]
    }

    func svg(title: String) -> String {
        let columns = Double(screen.cells.first?.count ?? 0)
        var document = SVGDocument(
            width: columns * Self.cellWidth + 2 * Self.margin,
            height: Double(rows.count) * Self.cellHeight + 2 * Self.margin,
            title: title, background: Self.ground, showsTitle: false)
        var dots: [String: [(x: Double, y: Double)]] = [:]
        for (row, cells) in rows.enumerated() { draw(cells, row, &dots, in: &document) }
        for (color, places) in dots.sorted(by: { $0.key < $1.key }) {
            document.dots(places, size: 3, color: color, opacity: 1)
        }
        return document.text
    }

    private func draw(
        _ cells: [TerminalCell], _ row: Int, _ dots: inout [String: [(x: Double, y: Double)]],
        in document: inout SVGDocument
    ) {
        let top = Self.margin + Double(row) * Self.cellHeight
        var column = 0
        while column < cells.count {
            let look = cells[column].look
            let end = cells[column...].firstIndex { $0.look != look || Self.isDrawn($0.scalar) } ?? cells.count
            let x = Self.margin + Double(column) * Self.cellWidth
            if end == column {
                let scalar = cells[column].scalar
                if scalar.value >= 0x2800 {
                    dots[color(of: look), default: []] += Self.dots(of: scalar, x: x, y: top)
                } else {
                    // U+2588 fills the cell; each block after it is an eighth of the width narrower.
                    let width = Self.cellWidth * Double(0x2590 - scalar.value) / 8
                    document.rectangle(
                        x: x, y: top + 3, width: width, height: Self.cellHeight - 6, fill: color(of: look))
                }
                column += 1
                continue
            }
            run(cells[column..<end], look, x: x, y: top, in: &document)
            column = end
        }
    }

    /// Draws letters of the same style, without surrounding blanks.
    private func run(
        _ cells: ArraySlice<TerminalCell>, _ look: TerminalCell.Look, x: Double, y: Double,
        in document: inout SVGDocument
    ) {
        guard let first = cells.firstIndex(where: { $0.scalar != " " }),
            let last = cells.lastIndex(where: { $0.scalar != " " })
        else { return }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: cells[first...last].map(\.scalar).filter { $0 != "\0" })
        document.typed(
            String(text), x: x + Double(first - cells.startIndex) * Self.cellWidth, y: y + 13.5,
            width: Double(last - first + 1) * Self.cellWidth, size: Self.size, fill: color(of: look),
            isBold: look.isBold)
    }

    private func color(of look: TerminalCell.Look) -> String {
        look.color.flatMap { Self.colors[$0] } ?? (look.isDim ? Self.faint : Self.ink)
    }

    private static func isDrawn(_ scalar: Unicode.Scalar) -> Bool {
        (0x2800...0x28FF).contains(scalar.value) || (0x2588...0x258F).contains(scalar.value)
    }

    private static func dots(of scalar: Unicode.Scalar, x: Double, y: Double) -> [(x: Double, y: Double)] {
        // The bits of U+2800 to U+28FF: three dots down on the left, three on the right, then the two at the bottom.
        let places = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
        return places.enumerated().filter { scalar.value & 1 << $0.offset != 0 }.map { _, place in
            (x: x + (Double(place.0) + 0.5) * cellWidth / 2, y: y + (Double(place.1) + 0.5) * cellHeight / 4)
        }
    }
}
