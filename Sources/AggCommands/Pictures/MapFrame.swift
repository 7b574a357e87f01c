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

    /// The smallest size, about a kilometer, so that a single point has some room around it.
    private static let least = 0.01

    /// Creates the rectangle; nil without points.
    init?(_ points: [Coordinate]) {
        guard let first = points.first else { return nil }
        var (south, north) = (first.latitude, first.latitude)
        for point in points {
            south = min(south, point.latitude)
            north = max(north, point.latitude)
        }
        (west, width) = Self.arc(points.map(\.longitude))
        height = max(north - south, Self.least)
        self.north = (north + south) / 2 + height / 2
        grow(byWidth: max(width, Self.least / shrink) * 1.04, height: height * 1.04)
    }

    /// The length of a degree of longitude at the center relative to one of latitude; at least a tenth near the poles.
    var shrink: Double { max(0.1, cos((north - height / 2) * .pi / 180)) }

    /// The ratio of width to height.
    var aspect: Double { width * shrink / height }

    /// The kilometers from edge to edge through the center.
    var kilometres: Double { width * shrink * Self.kilometresPerDegree }

    /// Widens or heightens the rectangle around its center to a given aspect ratio.
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

    private mutating func grow(byWidth newWidth: Double, height newHeight: Double) {
        west -= (newWidth - width) / 2
        north += (newHeight - height) / 2
        (width, height) = (newWidth, newHeight)
    }

    /// The shortest arc eastwards that contains all longitudes: the rest of the circle is the widest gap between two.
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
