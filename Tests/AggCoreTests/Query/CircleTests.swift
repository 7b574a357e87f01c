import Foundation
import TestSupport
import Testing

import AggSearch
import AggSource

/// Distances on the sphere, and the extent of a circle on it.
struct CircleTests {
    /// Great-circle distances in kilometers, which any geographic calculator confirms.
    @Test(arguments: [
        ("51.5074,-0.1278", "48.8566,2.3522", 343.6), ("40.7128,-74.0060", "34.0522,-118.2437", 3_935.8),
        ("0,0", "0,180", 20_015.1), ("90,0", "-90,0", 20_015.1), ("0,179.5", "0,-179.5", 111.2),
        ("41.88,-87.63", "41.88,-87.63", 0),
    ])
    func `distances are great-circle distances`(from: String, to: String, kilometres: Double) throws {
        let (from, to) = (try #require(Coordinate(from)), try #require(Coordinate(to)))
        #expect(abs(from.distance(to: to) - kilometres) < 0.5)
        #expect(abs(to.distance(to: from) - from.distance(to: to)) < 1e-9)
    }

    @Test(
        arguments: [
            ("0,179.9", [-180 ... -179.2, 179...180]), ("0,-179.9", [-180 ... -179, 179.2...180]),
            ("89.9,10", [-180...180]), ("-89.9,10", [-180...180]), ("0,0", [-0.9...0.9]),
        ] as [(String, [ClosedRange<Double>])])
    func `a circle reaches across the date line and around the poles`(
        center: String, longitudes: [ClosedRange<Double>]
    ) throws {
        let place = try #require(Coordinate(center))
        let circle = try #require(Circle(center: place, radius: 100))
        #expect(circle.longitudes.count == longitudes.count)
        for (reached, expected) in zip(circle.longitudes, longitudes) {
            #expect(abs(reached.lowerBound - expected.lowerBound) < 0.1)
            #expect(abs(reached.upperBound - expected.upperBound) < 0.1)
        }
    }

    @Test func `every place in a circle is within its latitudes and longitudes`() throws {
        var numbers = SeededGenerator(seed: 3)
        for _ in 0..<3_000 {
            let places = (0..<2).compactMap { _ in
                Coordinate(
                    latitude: Double.random(in: -90...90, using: &numbers),
                    longitude: Double.random(in: -180...180, using: &numbers))
            }
            let radius = Double.random(in: 1...20_000, using: &numbers)
            let circle = try #require(Circle(center: places[0], radius: radius))
            guard circle.contains(places[1]) else { continue }
            #expect(circle.latitudes.contains(places[1].latitude))
            #expect(circle.longitudes.contains { $0.contains(places[1].longitude) })
        }
    }

    /// Places exactly on the circle in every direction: none is lost to rounding.
    @Test(arguments: ["0,0", "41.88,-87.63", "0,180", "-89.99,5", "89,-180", "90,0"])
    func `every place on a circle is within its latitudes and longitudes`(center: String) throws {
        let center = try #require(Coordinate(center))
        for (north, east) in [(0.5, 0.0), (-0.5, 0), (0, 0.5), (0, -0.5)] {
            let latitude = center.latitude + north
            let longitude = center.longitude + east
            let turned = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
            guard let place = Coordinate(latitude: latitude, longitude: turned),
                let circle = Circle(center: center, radius: center.distance(to: place))
            else { continue }
            #expect(circle.contains(place))
            #expect(circle.latitudes.contains(latitude))
            #expect(circle.longitudes.contains { $0.contains(turned) }, "\(place) \(circle.longitudes)")
        }
    }

    @Test(arguments: [
        ("41.88,-87.63,1km", 1), ("41.88 -87.63 1 km", 1), ("41.88,-87.63", 10), ("41.88N,87.63W,500m", 0.5),
        ("41°52′48″N 87°37′48″W 5280 ft", 1.609344), ("geo:41.88,-87.63,2mi", 3.218688), ("geo:41.88,-87.63", 10),
        ("41.88,-87.63,5", 5),
    ])
    func `reads a place and a distance in any of their forms`(text: String, radius: Double) throws {
        guard case .circle(let circle) = Circle.read(text) else {
            Issue.record("\(text): \(Circle.read(text))")
            return
        }
        #expect(abs(circle.radius - radius) < 1e-9)
        #expect(abs(circle.center.latitude - 41.88) < 1e-9 && abs(circle.center.longitude + 87.63) < 1e-9)
    }

    @Test(arguments: [
        ("", ""), ("here", ""),
        ("41.88,-87.63,", "expected a latitude and a longitude"),
        ("41.88,-87.63,1kms", "the unit must be m, km, mi, or ft"),
        ("41.88,-87.63,0m", "the distance must be greater than 0"),
        ("91,0,1km", "latitudes go from -90 to 90, longitudes from -180 to 180"),
        ("1,2,3,4", "expected a latitude and a longitude"),
        (String(repeating: "1,", count: 5_000), ""),
    ])
    func `explains why text is not a circle`(text: String, reason: String) {
        #expect(Circle.read(text) == .fault(reason), "\(text.prefix(50))")
    }

    @Test func `a radius is above 0, and a huge one covers the whole earth`() throws {
        let center = try #require(Coordinate("41.88,-87.63"))
        #expect(Circle(center: center, radius: 0) == nil)
        let whole = try #require(Circle(center: center, radius: 40_000))
        let antipode = try #require(Coordinate("-41.88,92.37"))
        #expect(whole.contains(antipode))
    }
}
