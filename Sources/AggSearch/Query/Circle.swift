package import AggSource
import Foundation

/// The places within a given great-circle distance of another, on a sphere with the earth's mean radius.
package struct Circle: Hashable, Sendable {
    /// The center.
    package let center: Coordinate
    /// The distance in kilometers, more than 0 and up to half the way around the earth.
    package let radius: Double

    /// The mean radius of the earth in kilometers (IUGG).
    static let earthRadius = 6371.0088
    /// The greatest possible distance between two places, in kilometers.
    private static let greatestRadius = earthRadius * .pi

    /// Creates a circle; nil if the radius is not above 0; a radius beyond the antipode means the whole earth.
    package init?(center: Coordinate, radius: Double) {
        guard radius > 0 else { return nil }
        self.center = center
        self.radius = min(radius, Self.greatestRadius)
    }

    /// Whether a place is within the circle.
    package func contains(_ place: Coordinate) -> Bool {
        center.distance(to: place) <= radius
    }

    /// In degrees, less than a millimeter: keeps rounding from losing a place on the circle.
    private static let slack = 1e-9

    /// The range of latitudes in the circle.
    package var latitudes: ClosedRange<Double> {
        let reach = radius / Self.earthRadius * 180 / .pi + Self.slack
        return max(-90, center.latitude - reach)...min(90, center.latitude + reach)
    }

    /// The ranges of longitudes in the circle: two if it crosses the date line, all longitudes around a pole.
    package var longitudes: [ClosedRange<Double>] {
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
    /// The great-circle distance in kilometers, by the haversine formula.
    package func distance(to other: Coordinate) -> Double {
        let radians = Double.pi / 180
        let north = sin((other.latitude - latitude) * radians / 2)
        let east = sin((other.longitude - longitude) * radians / 2)
        let square = north * north + cos(latitude * radians) * cos(other.latitude * radians) * east * east
        return 2 * Circle.earthRadius * asin(min(1, square.squareRoot()))
    }

    /// Parses a coordinate in any form of `CoordinateText`; nil if it is not one.
    package init?(_ text: some StringProtocol) {
        guard case .place(let place) = CoordinateText.read(text) else { return nil }
        self = place
    }
}

extension Circle {
    /// The result of parsing a place with an optional distance.
    package enum Reading: Hashable, Sendable {
        /// A circle.
        case circle(Circle)
        /// It cannot be a circle; the text says why, or is empty if there is nothing specific to say.
        case fault(String)
    }

    /// The default radius in kilometers.
    package static let usualRadius = 10.0

    /// Parses a place and a distance from one text, such as `41.88,-87.63,1km` or `41.88N 87.63W 500 ft`.
    package static func read(_ text: String) -> Reading {
        var fault = ""
        guard text.utf8.count <= 100 else { return .fault(fault) }
        // The whole text may be a place. If not, the distance starts after a comma or space.
        for split in [text.endIndex] + text.indices.reversed().filter({ text[$0] == "," || text[$0].isWhitespace }) {
            let rest = text[split...].dropFirst()
            switch (CoordinateText.read(text[..<split]), DistanceText.read(rest)) {
            case (.place(let center), _) where split == text.endIndex:
                return Circle(center: center, radius: usualRadius).map(Reading.circle) ?? .fault(fault)
            case (.place(let center), .kilometers(let radius)):
                return Circle(center: center, radius: radius).map(Reading.circle) ?? .fault(fault)
            case (.place, .fault(let reason)): fault = reason
            case (.fault(let reason), .kilometers): fault = reason
            case (.fault(let reason), _) where split == text.endIndex: fault = reason
            default: break
            }
        }
        return .fault(fault)
    }
}

/// Parses distances as people write them: `500m`, `1 km`, `2.5km`, `3mi`, `800 ft`, or a number without a unit, in kilometers.
package enum DistanceText {
    /// The result of parsing a text.
    package enum Reading: Hashable, Sendable {
        /// A distance in kilometers, above 0.
        case kilometers(Double)
        /// It looks like a distance but isn't a valid one; the text says why.
        case fault(String)
        /// Something else, such as a word of a query.
        case other
    }

    /// The supported forms, for messages and help.
    package static let forms = "500m, 2km, 3mi, or 800ft"

    /// Parses a text.
    package static func read(_ text: some StringProtocol) -> Reading {
        let text = String(text).drop(while: \.isWhitespace)
        let sign = text.first.flatMap { "+-−".contains($0) ? $0 : nil }
        let unsigned = sign == nil ? text : text.dropFirst()
        let digits = unsigned.prefix { $0.isASCIIDigit || $0 == "." || $0 == "," }
        guard digits.contains(where: \.isASCIIDigit) else { return .other }
        let unit = unsigned[digits.endIndex...].split(whereSeparator: \.isWhitespace).joined(separator: " ")
            .lowercased()
        guard let kilometers = units[unit] else {
            return otherUnits.contains(unit) ? .fault("the unit must be m, km, mi, or ft") : .other
        }
        // “-5” and “1,5” are words; with a unit they can only be meant as distances.
        guard let number = Double(digits), number.isFinite else {
            return unit.isEmpty ? .other : .fault("use a decimal point, as in 1.5km")
        }
        if sign != nil, sign != "+" { return unit.isEmpty ? .other : .fault("the distance must be greater than 0") }
        return number > 0 ? .kilometers(number * kilometers) : .fault("the distance must be greater than 0")
    }

    /// Whether a text is just the unit for the number before it, as in `1 km`, supported or not.
    package static func isUnit(_ text: some StringProtocol) -> Bool {
        let unit = text.lowercased()
        return !unit.isEmpty && units[unit] != nil || otherUnits.contains(unit)
    }

    /// Kilometers per unit; a number without a unit is in kilometers.
    private static let units: [String: Double] = {
        var units = ["": 1.0]
        for (names, kilometers) in [
            (["km", "kilometer", "kilometers", "kilometre", "kilometres"], 1.0),
            (["m", "meter", "meters", "metre", "metres"], 0.001),
            (["mi", "mile", "miles"], 1.609344),
            (["ft", "foot", "feet"], 0.0003048),
        ] {
            for name in names { units[name] = kilometers }
        }
        return units
    }()

    /// Unsupported units of length, and abbreviations that are not units.
    private static let otherUnits: Set<String> = [
        "cm", "mm", "inch", "inches", "yd", "yds", "yard", "yards", "nm", "nmi", "ly", "kms", "mtr", "mtrs", "fts",
        "mls",
    ]
}
