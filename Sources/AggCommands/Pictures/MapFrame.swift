import AggSource
import Foundation

/// A window of the earth that holds all points, and where in it each one is.
///
/// Degrees of longitude are drawn as long as they are in the middle of the window (equirectangular projection), so that
/// distances near the middle are right. The window lies across the date line where that makes it smaller.
struct MapFrame: Equatable {
    /// The degrees at the western edge, -180…180, and eastwards from there.
    private(set) var west: Double
    private(set) var width: Double
    /// The degrees at the northern edge, and southwards from there.
    private(set) var north: Double
    private(set) var height: Double

    /// The kilometres of a degree along a meridian (mean radius 6,371.0088 km).
    static let kilometresPerDegree = 111.195

    /// The least window, about a kilometre: a single point has room around it.
    private static let least = 0.01

    /// Makes the window; nil without points.
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

    /// How much shorter a degree of longitude is in the middle than one of latitude; at the poles not less than a tenth.
    var shrink: Double { max(0.1, cos((north - height / 2) * .pi / 180)) }

    /// The width of the window as a multiple of its height.
    var aspect: Double { width * shrink / height }

    /// The kilometres from edge to edge, along the middle.
    var kilometres: Double { width * shrink * Self.kilometresPerDegree }

    /// Makes the window wider or higher around its middle, so that it has a shape.
    mutating func fit(aspect wanted: Double) {
        if aspect < wanted {
            grow(byWidth: height * wanted / shrink, height: height)
        } else {
            grow(byWidth: width, height: width * shrink / wanted)
        }
    }

    /// Where a point is, from 0 to 1 eastwards and southwards.
    func place(_ point: Coordinate) -> (x: Double, y: Double) {
        // Counted from the middle, so that a window wider than the world has no place twice.
        let east = (point.longitude - west - width / 2).remainder(dividingBy: 360)
        return (min(max(0.5 + east / width, 0), 1), min(max((north - point.latitude) / height, 0), 1))
    }

    private mutating func grow(byWidth newWidth: Double, height newHeight: Double) {
        west -= (newWidth - width) / 2
        north += (newHeight - height) / 2
        (width, height) = (newWidth, newHeight)
    }

    /// The shortest arc eastwards that holds all longitudes: the rest of the circle is the widest gap between two.
    private static func arc(_ longitudes: [Double]) -> (west: Double, width: Double) {
        // A tenth of a degree is enough to find the gap; sorting all of many points is not needed.
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
        // Of what goes all around the world the map is the one that everybody knows.
        return width > 300 ? (-180, 360) : (west, width)
    }
}
