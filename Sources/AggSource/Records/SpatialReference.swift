import Foundation

/// The units of coordinates: degrees, the meters of web maps, or something else.
package enum SpatialReference: Hashable, Sendable {
    /// Longitude and latitude in WGS 84, or in a reference that hardly differs from it.
    case degrees
    /// The meters of web maps.
    case webMercator
    /// An unsupported reference, by its number or name.
    case other(String)

    /// Creates a reference from the number that EPSG or Esri gave it.
    package init(number: Int) {
        switch number {
        case 4326, 4258, 4267, 4269, 4283, 4979, 104_199: self = .degrees
        case 3857, 3785, 102_100, 102_113, 900_913: self = .webMercator
        default: self = .other(String(number))
        }
    }

    /// Creates a reference from a name such as `EPSG:3857` or `urn:ogc:def:crs:OGC:1.3:CRS84`.
    package init(name: String) {
        let last = name.split { ":/#".contains($0) }.last.map(String.init) ?? ""
        if let number = Int(last) {
            let reference = SpatialReference(number: number)
            self = if case .other = reference { .other("EPSG:\(number)") } else { reference }
        } else {
            self =
                ["CRS84", "CRS84H", "CRS83", "WGS84", "WGS 84"].contains(last.uppercased()) ? .degrees : .other(name)
        }
    }

    /// The coordinate of a point; nil if it is invalid or the reference is not supported.
    package func coordinate(x: Double, y: Double) -> Coordinate? {
        switch self {
        case .degrees: return Coordinate(latitude: y, longitude: x)
        case .webMercator:
            let radius = 6_378_137.0
            let latitude = (2 * atan(exp(y / radius)) - .pi / 2) * 180 / .pi
            return Coordinate(latitude: latitude, longitude: x / radius * 180 / .pi)
        case .other: return nil
        }
    }
}
