import AggSource
import Foundation

/// Writes a picture as SVG 1.1, with basic shapes that every viewer supports.
package struct SVGDocument {
    private var elements: [String] = []
    private let width: Double
    private let height: Double
    private let title: String
    private let background: String
    private let showsTitle: Bool

    /// Creates an empty picture; the title is drawn above it, unless it is only for assistive technology.
    package init(
        width: Double, height: Double, title: String, background: String = "#ffffff", showsTitle: Bool = true
    ) {
        self.width = width
        self.height = height
        self.title = title
        self.background = background
        self.showsTitle = showsTitle
    }

    /// The whole document.
    package var text: String {
        let size = "width=\"\(Self.number(width))\" height=\"\(Self.number(height))\""
        var title = SVGDocument(width: width, height: height, title: "")
        if showsTitle { title.text(DisplayWidth.cut(self.title, to: 110), x: 24, y: 32, size: 16, isBold: true) }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" \(size) viewBox="0 0 \(Self.number(width)) \(Self.number(height))" \
            font-family="Helvetica, Arial, sans-serif">
            <title>\(Self.escaped(self.title))</title>
            <rect width="100%" height="100%" fill="\(background)"/>
            \((title.elements + elements).joined(separator: "\n"))
            </svg>

            """
    }

    /// Adds a filled rectangle.
    package mutating func rectangle(x: Double, y: Double, width: Double, height: Double, fill: String) {
        elements.append(
            "<rect x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" width=\"\(Self.number(width))\" "
                + "height=\"\(Self.number(height))\" fill=\"\(fill)\"/>")
    }

    /// Adds a filled circle.
    package mutating func circle(x: Double, y: Double, radius: Double, fill: String) {
        elements.append(
            "<circle cx=\"\(Self.number(x))\" cy=\"\(Self.number(y))\" r=\"\(Self.number(radius))\" fill=\"\(fill)\"/>")
    }

    /// Adds round dots of one size and color as a single path.
    package mutating func dots(
        _ places: [(x: Double, y: Double)], size: Double, color: String, opacity: Double = 0.6
    ) {
        let path = places.map { "M\(Self.number($0.x)) \(Self.number($0.y))h0" }.joined()
        elements.append(
            "<path d=\"\(path)\" stroke=\"\(color)\" stroke-width=\"\(Self.number(size))\" stroke-linecap=\"round\" "
                + "stroke-opacity=\"\(Self.number(opacity))\" fill=\"none\"/>")
    }

    /// Adds lines of one color as a single path, without points indistinguishable from the previous one.
    mutating func lines(_ lines: [[(x: Double, y: Double)]], color: String, dash: String?) {
        let path = lines.map(Self.path).joined()
        guard !path.isEmpty else { return }
        let dash = dash.map { " stroke-dasharray=\"\($0)\"" } ?? ""
        elements.append(
            "<path d=\"\(path)\" stroke=\"\(color)\" stroke-width=\"0.8\" stroke-linejoin=\"round\"\(dash) "
                + "fill=\"none\"/>")
    }

    private static func path(_ points: [(x: Double, y: Double)]) -> String {
        guard let first = points.first else { return "" }
        var last = (x: tenths(first.x), y: tenths(first.y))
        var path = "M\(text(last.x)) \(text(last.y))"
        for (index, point) in points.enumerated().dropFirst() {
            let next = (x: tenths(point.x), y: tenths(point.y))
            let step = (x: next.x - last.x, y: next.y - last.y)
            guard abs(step.x) + abs(step.y) > (index == points.count - 1 ? 0 : 6) else { continue }
            path += "l\(text(step.x)) \(text(step.y))"
            last = next
        }
        return path
    }

    /// Adds a text; `anchor` is start, middle, or end, and a halo keeps it readable over dots.
    mutating func text(
        _ text: String, x: Double, y: Double, size: Double, anchor: String = "start", isBold: Bool = false,
        halo: Bool = false
    ) {
        let weight = isBold ? " font-weight=\"bold\"" : ""
        let outline =
            halo ? " stroke=\"#ffffff\" stroke-width=\"3\" stroke-linejoin=\"round\" paint-order=\"stroke\"" : ""
        elements.append(
            "<text x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" font-size=\"\(Self.number(size))\" "
                + "text-anchor=\"\(anchor)\" fill=\"#24292f\"\(weight)\(outline)>\(Self.escaped(text))</text>")
    }

    /// Adds monospaced text that fills the given width, keeping its spaces.
    package mutating func typed(
        _ text: String, x: Double, y: Double, width: Double, size: Double, fill: String, isBold: Bool = false
    ) {
        let weight = isBold ? " font-weight=\"bold\"" : ""
        elements.append(
            "<text xml:space=\"preserve\" font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" "
                + "x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" font-size=\"\(Self.number(size))\" "
                + "textLength=\"\(Self.number(width))\" lengthAdjust=\"spacingAndGlyphs\" fill=\"\(fill)\"\(weight)>"
                + "\(Self.escaped(text))</text>")
    }

    /// A text that is valid in XML: without markup or characters that XML does not allow.
    static func escaped(_ text: String) -> String {
        VisibleText.of(text).exchangingScalars { ["\u{FFFE}", "\u{FFFF}"].contains($0) ? "\u{FFFD}" : nil }
            .escapedForXML
    }

    /// A number with up to one decimal.
    private static func number(_ value: Double) -> String { text(tenths(value)) }

    private static func tenths(_ value: Double) -> Int { Int(clamping: (value * 10).rounded()) }

    private static func text(_ tenths: Int) -> String {
        tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}
