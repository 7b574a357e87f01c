/// A rectangle on the earth, which may cross the date line and have edges beyond ±180 degrees.
package struct AtlasFrame: Hashable, Sendable {
    let west: Double
    let east: Double
    let south: Double
    let north: Double

    /// Creates a rectangle from its western edge, the degrees from there to the eastern one, and two latitudes.
    ///
    /// If it is wider than the world, only the middle is used, so nothing appears twice.
    package init(west: Double, width: Double, south: Double, north: Double) {
        let surplus = max(0, width - 360) / 2
        self.west = west + surplus
        east = west + width - surplus
        self.south = south
        self.north = north
    }

    /// The whole earth.
    package static let world = AtlasFrame(west: -180, width: 360, south: -90, north: 90)

    /// Creates the smallest rectangle around some points; nil without points.
    init?(around points: [AtlasPoint]) {
        guard let first = points.first else { return nil }
        var (west, east) = (first.longitude, first.longitude)
        var (south, north) = (first.latitude, first.latitude)
        for point in points {
            west = min(west, point.longitude)
            east = max(east, point.longitude)
            south = min(south, point.latitude)
            north = max(north, point.latitude)
        }
        self.init(west: west, east: east, south: south, north: north)
    }

    private init(west: Double, east: Double, south: Double, north: Double) {
        self.west = west
        self.east = east
        self.south = south
        self.north = north
    }

    /// Returns the rectangle moved some degrees east.
    func moved(by degrees: Double) -> AtlasFrame {
        AtlasFrame(west: west + degrees, east: east + degrees, south: south, north: north)
    }

    /// Returns whether two rectangles have a point in common.
    func meets(_ other: AtlasFrame) -> Bool {
        west <= other.east && other.west <= east && south <= other.north && other.south <= north
    }

    /// Returns whether a rectangle is entirely inside this one.
    func contains(_ other: AtlasFrame) -> Bool {
        west <= other.west && other.east <= east && south <= other.south && other.north <= north
    }

    /// Returns the parts of a line that are inside, with points added where it crosses an edge.
    func parts(of line: [AtlasPoint]) -> [[AtlasPoint]] {
        var parts: [[AtlasPoint]] = []
        var part: [AtlasPoint] = []
        for (start, end) in zip(line, line.dropFirst()) {
            guard let inside = clipped(from: start, to: end) else { continue }
            if part.last != inside.start {
                if part.count > 1 { parts.append(part) }
                part = [inside.start]
            }
            part.append(inside.end)
        }
        if part.count > 1 { parts.append(part) }
        return parts
    }

    /// Returns the part of a segment that is inside (Liang–Barsky algorithm); nil if there is none.
    private func clipped(from start: AtlasPoint, to end: AtlasPoint) -> (start: AtlasPoint, end: AtlasPoint)? {
        let (across, up) = (end.longitude - start.longitude, end.latitude - start.latitude)
        let limits = [
            (-across, start.longitude - west), (across, east - start.longitude),
            (-up, start.latitude - south), (up, north - start.latitude),
        ]
        var (from, to) = (0.0, 1.0)
        for (step, room) in limits {
            if step == 0 {
                if room < 0 { return nil }
            } else if step < 0 {
                from = max(from, room / step)
            } else {
                to = min(to, room / step)
            }
        }
        guard from < to else { return nil }
        func point(at share: Double) -> AtlasPoint {
            AtlasPoint(longitude: start.longitude + share * across, latitude: start.latitude + share * up)
        }
        return (from == 0 ? start : point(at: from), to == 1 ? end : point(at: to))
    }
}
