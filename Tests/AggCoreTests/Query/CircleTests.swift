import Foundation
import TestSupport
import Testing

@testable import AggCore

/// Distances on the sphere, and what a circle on it reaches.
struct CircleTests {
    /// Great-circle distances in kilometres of the coordinates given, to be had from any geographic calculator.
    @Test(arguments: [
        ("51.5074,-0.1278", "48.8566,2.3522", 343.6), ("40.7128,-74.0060", "34.0522,-118.2437", 3_935.8),
        ("0,0", "0,180", 20_015.1), ("90,0", "-90,0", 20_015.1), ("0,179.5", "0,-179.5", 111.2),
        ("41.88,-87.63", "41.88,-87.63", 0),
    ])
    func `distances are those of great circles`(from: String, to: String, kilometres: Double) throws {
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

    @Test func `whatever is in a circle is within its latitudes and longitudes`() throws {
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

    /// Places right on the circle, towards every quarter: none is lost to rounding.
    @Test(arguments: ["0,0", "41.88,-87.63", "0,180", "-89.99,5", "89,-180", "90,0"])
    func `what lies on a circle is within its latitudes and longitudes`(center: String) throws {
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

    @Test(arguments: [("500m", 0.5), ("1km", 1), ("2.5km", 2.5), ("3mi", 4.828), ("7", 7), ("1KM", 1)])
    func `distances are read with their units`(text: String, kilometres: Double) throws {
        let distance = try #require(Circle.distance(text))
        #expect(abs(distance - kilometres) < 0.001)
    }

    @Test(arguments: ["", "km", "far", "-1km", "1 km", "1e400km", "1..2km", "5ly"])
    func `what is no distance is none`(text: String) {
        #expect(Circle.distance(text) == nil)
    }

    @Test func `a radius is above 0, and at most half the way around the earth`() throws {
        let center = try #require(Coordinate("41.88,-87.63"))
        #expect(Circle(center: center, radius: 0) == nil)
        let whole = try #require(Circle(center: center, radius: 40_000))
        let antipode = try #require(Coordinate("-41.88,92.37"))
        #expect(whole.contains(antipode))
    }
}
