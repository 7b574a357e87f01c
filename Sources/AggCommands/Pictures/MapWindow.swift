import AggAtlas
import AggSource

/// The part of an SVG picture that shows a map.
struct MapWindow {
    let frame: MapFrame
    let x: Double
    let y: Double
    let width: Double
    let height: Double

    private func position(_ point: (x: Double, y: Double)) -> (x: Double, y: Double) {
        (x + point.x * width, y + point.y * height)
    }

    /// Draws the coastlines, lakes, and borders.
    func drawGround(in document: inout SVGDocument) {
        let lines = Dictionary(grouping: frame.ground(dots: Int(clamping: width)), by: \.kind)
        for (kinds, color, dash) in [
            ([.border], "#c4cdd8", nil), ([.disputedBorder], "#c4cdd8", "3 2"), ([.coast, .lake], "#8295ab", nil),
        ] as [([AtlasLine.Kind], String, String?)] {
            let lines = kinds.flatMap { lines[$0] ?? [] }.map { $0.points.map { position(frame.place($0)) } }
            document.lines(lines, color: color, dash: dash)
        }
    }

    /// Draws points as dots.
    func draw(_ points: [Coordinate], in document: inout SVGDocument) {
        // Points at the same spot are drawn once; otherwise the file could take many megabytes.
        var spots: Set<Int> = []
        for point in points {
            let place = position(frame.place(point))
            spots.insert(Int(clamping: place.y * 2) * 4_096 + Int(clamping: place.x * 2))
        }
        let size = spots.count > 5_000 ? 1.0 : spots.count > 500 ? 2.5 : 6
        document.dots(
            spots.sorted().map { (Double($0 % 4_096) / 2, Double($0 / 4_096) / 2) }, size: size, color: "#1f6feb")
    }

    /// Draws a marker for each name, and the name next to it if there is room.
    func draw(_ names: [(title: String, place: Coordinate)], in document: inout SVGDocument) {
        let markers = names.map { position(frame.place($0.place)) }
        var labels = LabelPlaces(
            x: x, y: y, width: width, height: height, gap: 5, spacing: 4, markers: markers)
        for marker in markers { document.circle(x: marker.x, y: marker.y, radius: 3, fill: "#c2410c") }
        for (name, marker) in zip(names, markers) {
            let label = DisplayWidth.cut(VisibleText.of(name.title), to: 28)
            let corner = labels.place(
                width: Double(DisplayWidth.of(label)) * 7.2, height: 14, beside: marker)
            guard let corner else { continue }
            // A label on the left ends at its point, whatever its width in the viewer's font.
            let length = Double(DisplayWidth.of(label)) * 7.2
            let (anchor, x) =
                corner.x >= marker.x
                ? ("start", corner.x)
                : corner.x + length <= marker.x ? ("end", corner.x + length) : ("middle", corner.x + length / 2)
            document.text(label, x: x, y: corner.y + 11, size: 12, anchor: anchor, halo: true)
        }
    }
}
