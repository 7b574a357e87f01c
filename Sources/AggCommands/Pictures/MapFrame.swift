import AggAtlas
import AggSource
import Foundation

/// A rectangle of the earth that contains all points, with the position of each.
///
/// Degrees of longitude have their true length at the center of the rectangle (equirectangular projection), so
/// distances near it are correct. The rectangle crosses the date line if that makes it smaller.
struct MapFrame: Equatable {
    /// The longitude of the western edge, -180…180, and the degrees from there to the eastern edge.
    private(set) var west: Double
    private(set) var width: Double
    /// The latitude of the northern edge, and the degrees from there to the southern edge.
    private(set) var north: Double
    private(set) var height: Double

    /// The kilometers in a degree along a meridian (mean radius 6,371.0088 km).
    static let kilometresPerDegree = 111.195

    /// The smallest size, about a kilometer.
    private static let least = 0.01

    /// The size around a single point, large enough to show where in its country it is.
    private static let ofSpot = 8.0

    /// The smallest size of a map with coastlines: these are too coarse for a map of a town.
    private static let leastGround = 0.2

    /// Creates the rectangle; nil without points.
    init?(_ points: [Coordinate]) {
        guard let first = points.first else { return nil }
        var (south, north) = (first.latitude, first.latitude)
        for point in points {
            south = min(south, point.latitude)
            north = max(north, point.latitude)
        }
        (west, width) = Self.arc(points.map(\.longitude))
        let least = max(width, north - south) < Self.least ? Self.ofSpot : Self.least
        height = max(north - south, least)
        self.north = (north + south) / 2 + height / 2
        grow(byWidth: max(width, least * (least == Self.ofSpot ? 1.5 : 1) / shrink) * 1.04, height: height * 1.04)
    }

    /// The length of a degree of longitude at the center relative to one of latitude; at least a tenth near the poles.
    var shrink: Double { max(0.1, cos((north - height / 2) * .pi / 180)) }

    /// The ratio of width to height.
    var aspect: Double { width * shrink / height }

    /// The kilometers from edge to edge through the center.
    var kilometres: Double { width * shrink * Self.kilometresPerDegree }

    /// Widens or heightens the rectangle around its center to fit a given aspect ratio.
    mutating func fit(aspect wanted: Double) {
        if aspect < wanted {
            grow(byWidth: height * wanted / shrink, height: height)
        } else {
            grow(byWidth: width, height: width * shrink / wanted)
        }
    }

    /// The position of a point, from 0 to 1 eastwards and southwards.
    func place(_ point: Coordinate) -> (x: Double, y: Double) {
        // Measured from the center, so that no point occurs twice in a rectangle wider than the world.
        let east = (point.longitude - west - width / 2).remainder(dividingBy: 360)
        return (min(max(0.5 + east / width, 0), 1), min(max((north - point.latitude) / height, 0), 1))
    }

    /// A frame scaled by `scale`, with its center shifted by fractions (`east`, `south`) of this frame's width and
    /// height.
    func part(east: Double, south: Double, scale: Double) -> MapFrame {
        var part = self
        part.north = min(max(north - height / 2 - south * height, -85), 85) + height / 2
        part.west = west + east * width
        // Away from the equator, the same kilometers are more degrees.
        let shrunk = width * shrink / part.shrink
        part.grow(byWidth: min(shrunk * scale, 540), height: height * scale)
        return part
    }

    /// Whether a point is in the rectangle.
    func contains(_ point: Coordinate) -> Bool {
        let east = (point.longitude - west - width / 2).remainder(dividingBy: 360)
        return abs(east) <= width / 2 && (north - height...north).contains(point.latitude)
    }

    /// The position of a point of a coastline or border, whose longitudes continue across the date line.
    func place(_ point: AtlasPoint) -> (x: Double, y: Double) {
        ((point.longitude - west) / width, (north - point.latitude) / height)
    }

    /// The coastlines and borders in the rectangle, as detailed as a picture of this many dots across can show.
    func ground(dots: Int) -> [AtlasLine] {
        guard max(width * shrink, height) >= Self.leastGround else { return [] }
        return Atlas.lines(
            in: AtlasFrame(west: west, width: width, south: north - height, north: north),
            detail: Atlas.Detail(degreesPerDot: width / Double(max(1, dots))))
    }

    private mutating func grow(byWidth newWidth: Double, height newHeight: Double) {
        west -= (newWidth - width) / 2
        north += (newHeight - height) / 2
        (width, height) = (newWidth, newHeight)
    }

    /// The shortest arc eastwards that contains all longitudes; the rest of the circle is the widest gap between two.
    private static func arc(_ longitudes: [Double]) -> (west: Double, width: Double) {
        // A tenth of a degree is precise enough to find the gap, without sorting many points.
        var seen = [Bool](repeating: false, count: 3_601)
        for longitude in longitudes { seen[Int(clamping: ((longitude + 180) * 10).rounded(.down))] = true }
        let steps = seen.indices.filter { seen[$0] }
        guard let first = steps.first, let last = steps.last else { return (0, 0) }
        var gap = (size: first + 3_600 - last, after: last, before: first)
        for (left, right) in zip(steps, steps.dropFirst()) where right - left > gap.size {
            gap = (right - left, left, right)
        }
        let west = longitudes.filter { Int(clamping: (($0 + 180) * 10).rounded(.down)) == gap.before }.min() ?? 0
        let east = longitudes.filter { Int(clamping: (($0 + 180) * 10).rounded(.down)) == gap.after }.max() ?? 0
        let width = east >= west ? east - west : east - west + 360
        // If points are all around the world, use the familiar world map.
        return width > 300 ? (-180, 360) : (west, width)
    }
}
