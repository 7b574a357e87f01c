import AggAtlas
import AggSource
import Foundation

/// Points on a map with coastlines and borders, the names of the first ones, and a scale.
struct MapPicture: Sendable {
    let points: [Coordinate]
    let names: [(title: String, place: Coordinate)]

    /// The lines of the map, or of a part of it, fitted to a width, and to a height if there is one.
    func lines(title: String, width: Int?, height: Int? = nil, view: MapView = MapView(), style: Style) -> [String] {
        guard var frame = MapFrame(points) else { return ["No points."] }
        let columns = min(max(width ?? 80, 20), 120)
        // Room for the title, the scale, three lines of notes, and the next prompt.
        let most = min(max((height ?? 36) - 6, 6), 30)
        let rows = min(max(Int(clamping: (Double(columns) / 2 / frame.aspect).rounded()), 6), most)
        frame.fit(aspect: Double(columns) / Double(rows * 2))
        let heading = DisplayWidth.cut(VisibleText.of(title), to: columns)
        return [style.bold(heading)] + lines(in: view.part(of: frame), columns: columns, rows: rows, style: style)
    }

    /// The lines of a part of the map, with its scale below.
    private func lines(in frame: MapFrame, columns: Int, rows: Int, style: Style) -> [String] {
        var canvas = BrailleCanvas(columns: columns, rows: rows)
        // At this size, borders are legible only on a map of a continent or less.
        for line in frame.ground(dots: columns * 2) where line.kind.isShore || frame.width < 100 {
            let places = line.points.map(frame.place)
            for (start, end) in zip(places, places.dropFirst()) { canvas.line(from: start, to: end) }
        }
        for point in points where frame.contains(point) {
            let place = frame.place(point)
            canvas.set(place.x, place.y)
        }
        let named = names.filter { frame.contains($0.place) }.map { name in
            let place = frame.place(name.place)
            return (title: name.title, cell: canvas.cell(place.x, place.y))
        }
        let markers = named.map { (x: Double($0.cell.column) + 0.5, y: Double($0.cell.row) + 0.5) }
        var labels = LabelPlaces(
            width: Double(columns), height: Double(rows), gap: 0.5, spacing: 1, markers: markers)
        for (name, marker) in zip(named, markers) {
            canvas.write("•", column: name.cell.column, row: name.cell.row)
            let label = DisplayWidth.cut(VisibleText.of(name.title), to: 20)
            // An odd width keeps a label above its point in whole columns.
            let width = Double(DisplayWidth.of(label) | 1)
            guard let corner = labels.place(width: width, height: 1, beside: marker) else { continue }
            let start = corner.x < marker.x && corner.y == marker.y - 0.5 ? width - Double(DisplayWidth.of(label)) : 0
            canvas.write(label, column: Int(clamping: corner.x + start), row: Int(clamping: corner.y))
        }
        let scale = MapScale(frame, longest: 0.3)
        let length = max(2, Int(clamping: (scale.share * Double(columns)).rounded()))
        let bar = "├" + String(repeating: "─", count: length - 2) + "┤"
        return canvas.lines(style) + [style.dim("\(bar) \(scale.text)   \(Self.count(points.count))")]
    }

    func svg(title: String) -> String {
        let (width, margin) = (960.0, 24.0)
        guard var frame = MapFrame(points) else {
            var document = SVGDocument(width: width, height: 120, title: title)
            document.text("No points.", x: margin, y: 70, size: 14)
            return document.text
        }
        let inner = width - 2 * margin
        let height = min(max(inner / frame.aspect, 240), 900)
        frame.fit(aspect: inner / height)
        var document = SVGDocument(width: width, height: height + 110, title: title)
        let window = MapWindow(frame: frame, x: margin, y: 50, width: inner, height: height)
        document.rectangle(x: margin, y: 50, width: inner, height: height, fill: "#f4f7fa")
        window.drawGround(in: &document)
        window.draw(points, in: &document)
        window.draw(names, in: &document)
        let scale = MapScale(frame, longest: 0.25)
        document.rectangle(x: margin, y: height + 68, width: scale.share * inner, height: 3, fill: "#24292f")
        document.text("\(scale.text) · \(Self.count(points.count))", x: margin, y: height + 90, size: 12)
        return document.text
    }

    private static func count(_ points: Int) -> String { points == 1 ? "1 point" : "\(points) points" }
}

/// A round number of kilometers, and its share of the map's width at the center.
struct MapScale {
    let share: Double
    let text: String

    init(_ frame: MapFrame, longest: Double) {
        let room = frame.kilometres * longest
        let power = pow(10, log10(room).rounded(.down))
        let length = [5, 2, 1].map { $0 * power }.first { $0 <= room } ?? power
        share = length / frame.kilometres
        text = length < 1 ? "\(Int(clamping: (length * 1_000).rounded())) m" : "\(Int(clamping: length.rounded())) km"
    }
}
