import Foundation

/// The places within a distance of another, by great circles on a sphere of the earth's mean radius.
public struct Circle: Hashable, Sendable {
    /// The centre.
    public let center: Coordinate
    /// The distance in kilometres, more than 0 and at most half the way around the earth.
    public let radius: Double

    /// The mean radius of the earth in kilometres (IUGG).
    public static let earthRadius = 6371.0088
    /// The greatest distance of two places, in kilometres.
    public static let greatestRadius = earthRadius * .pi

    /// Makes a circle; nil for a radius that is not above 0, and one beyond the antipode counts as the whole earth.
    public init?(center: Coordinate, radius: Double) {
        guard radius > 0 else { return nil }
        self.center = center
        self.radius = min(radius, Self.greatestRadius)
    }

    /// Whether a place is within the circle.
    public func contains(_ place: Coordinate) -> Bool {
        center.distance(to: place) <= radius
    }

    /// In degrees, less than a millimetre: no place on the circle is lost to rounding.
    private static let slack = 1e-9

    /// The latitudes the circle reaches.
    public var latitudes: ClosedRange<Double> {
        let reach = radius / Self.earthRadius * 180 / .pi + Self.slack
        return max(-90, center.latitude - reach)...min(90, center.latitude + reach)
    }

    /// The longitudes the circle reaches: two ranges where it lies across the date line, all around a pole.
    public var longitudes: [ClosedRange<Double>] {
        let angle = radius / Self.earthRadius
        let latitude = center.latitude * .pi / 180
        guard angle < .pi / 2, abs(latitude) + angle < .pi / 2 else { return [-180...180] }
        let reach = asin(min(1, sin(angle) / cos(latitude))) * 180 / .pi + Self.slack
        let (west, east) = (center.longitude - reach, center.longitude + reach)
        if west < -180 { return [-180...east, (west + 360)...180] }
        if east > 180 { return [-180...(east - 360), west...180] }
        return [west...east]
    }
}

extension Coordinate {
    /// The distance along a great circle in kilometres, by the haversine formula.
    public func distance(to other: Coordinate) -> Double {
        let radians = Double.pi / 180
        let north = sin((other.latitude - latitude) * radians / 2)
        let east = sin((other.longitude - longitude) * radians / 2)
        let square = north * north + cos(latitude * radians) * cos(other.latitude * radians) * east * east
        return 2 * Circle.earthRadius * asin(min(1, square.squareRoot()))
    }

    /// Reads `41.88,-87.63`; nil when it is no place.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]) else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }
}

extension Circle {
    /// Reads a distance: `500m`, `1km`, `2.5km`, `3mi`, or a number of kilometres; nil when it is none.
    public static func distance(_ text: some StringProtocol) -> Double? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let number = Double(digits), number.isFinite else { return nil }
        return switch text.dropFirst(digits.count).lowercased() {
        case "m": number / 1_000
        case "km", "": number
        case "mi": number * 1.609344
        default: nil
        }
    }
}
