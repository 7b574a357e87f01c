import Testing

import AggSearch

struct DistanceTextTests {
    @Test(arguments: [
        ("500m", 0.5), ("1km", 1), ("1 km", 1), ("2.5km", 2.5), (".5 km", 0.5), ("3mi", 4.828032), ("1 mile", 1.609344),
        ("1000 ft", 0.3048), ("7", 7), ("1KM", 1), ("2 kilometers", 2), ("300 metres", 0.3), ("+1km", 1),
    ])
    func `reads a number with a unit, or in kilometers without one`(text: String, kilometers: Double) {
        guard case .kilometers(let read) = DistanceText.read(text) else {
            Issue.record("\(text): \(DistanceText.read(text))")
            return
        }
        #expect(abs(read - kilometers) < 1e-9)
    }

    @Test(arguments: [
        ("0km", "the distance must be greater than 0"), ("0", "the distance must be greater than 0"),
        ("-5km", "the distance must be greater than 0"),
        ("5kms", "the unit must be m, km, mi, or ft"), ("5 yards", "the unit must be m, km, mi, or ft"),
        ("1,5km", "use a decimal point, as in 1.5km"),
        ("1..2km", "use a decimal point, as in 1.5km"),
    ])
    func `explains why something that looks like a distance is invalid`(text: String, reason: String) {
        #expect(DistanceText.read(text) == .fault(reason))
    }

    @Test(arguments: [
        "", "km", "far", "24h", "3rd", "7-eleven", "-5", "1,5", "1e400km", "5 guys", "2024-01-01", "1..2",
    ])
    func `treats anything else as a word`(text: String) {
        #expect(DistanceText.read(text) == .other)
    }
}
