import AggSource
import Foundation

/// Points on a map, with the names of the first ones and a scale.
struct MapPicture: Sendable {
    let points: [Coordinate]
    let names: [(title: String, place: Coordinate)]

    /// The lines of the map, fitted to a width.
    func lines(width: Int?, style: Style) -> [String] {
        guard var frame = MapFrame(points) else { return ["No points."] }
        let columns = min(max(width ?? 80, 20), 120)
        let rows = min(max(Int(clamping: (Double(columns) / 2 / frame.aspect).rounded()), 6), 30)
        frame.fit(aspect: Double(columns) / Double(rows * 2))
        var canvas = BrailleCanvas(columns: columns, rows: rows)
        for point in points {
            let place = frame.place(point)
            canvas.set(place.x, place.y)
        }
        for name in names {
            let place = frame.place(name.place)
            _ = canvas.write(DisplayWidth.cut(VisibleText.of(name.title), to: 20), at: place.x, place.y)
        }
        let scale = MapScale(frame, longest: 0.3)
        let length = max(2, Int(clamping: (scale.share * Double(columns)).rounded()))
        let bar = "├" + String(repeating: "─", count: length - 2) + "┤"
        return canvas.lines { style.text($0, .picture) } + [
            style.dim("\(bar) \(scale.text)   \(Self.count(points.count))")
        ]
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
        func position(_ point: Coordinate) -> (x: Double, y: Double) {
            let place = frame.place(point)
            return (margin + place.x * inner, 50 + place.y * height)
        }
        document.rectangle(x: margin, y: 50, width: inner, height: height, fill: "#f4f7fa")
        // Points at the same spot are drawn once; otherwise the file could take many megabytes.
        var spots: Set<Int> = []
        for point in points {
            let place = position(point)
            spots.insert(Int(clamping: place.y * 2) * 4_096 + Int(clamping: place.x * 2))
        }
        let size = spots.count > 5_000 ? 1.0 : spots.count > 500 ? 2.5 : 6
        document.dots(
            spots.sorted().map { (Double($0 % 4_096) / 2, Double($0 / 4_096) / 2) }, size: size, color: "#1f6feb")
        var taken: [(x: Double, y: Double, width: Double)] = []
        for name in names {
            let place = position(name.place)
            let label = DisplayWidth.cut(VisibleText.of(name.title), to: 28)
            let length = Double(DisplayWidth.of(label)) * 7.2
            let x = place.x + 6 + length > width - margin ? place.x - 6 - length : place.x + 6
            if taken.contains(where: { abs($0.y - place.y) < 14 && x < $0.x + $0.width && $0.x < x + length }) {
                continue
            }
            taken.append((x, place.y, length))
            document.circle(x: place.x, y: place.y, radius: 3, fill: "#c2410c")
            document.text(label, x: x, y: place.y + 4, size: 12, halo: true)
        }
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
