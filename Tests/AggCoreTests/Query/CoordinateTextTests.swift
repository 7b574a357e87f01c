import Testing

import AggSearch
import AggSource

struct CoordinateTextTests {
    @Test(arguments: [
        "41.88,-87.63", "41.88, -87.63", "41.88 -87.63", " 41.88 , -87.63 ", "+41.88 −87.63", "41.88-87.63",
        "41.88N 87.63W", "41.88n,87.63w", "N41.88 W87.63", "N 41.88, W 87.63", "41.88° N, 87.63° W", "87.63W 41.88N",
        "41.88°, -87.63°", "41.88° -87.63°", "41°52′48″N 87°37′48″W", "41°52'48\"N, 87°37'48\"W",
        "41º52’48”N 87º37’48”W",
        "41° 52′ 48″ N 87° 37′ 48″ W", "41 52 48 N 87 37 48 W", "41°52.8′N 87°37.8′W", "41°52′48″ -87°37′48″",
        "N 41 52.8 W 87 37.8", "geo:41.88,-87.63", "GEO:41.88,-87.63,180;u=35", "geo:41.88,-87.63?z=12",
    ])
    func `reads a coordinate in the usual forms`(text: String) {
        guard case .place(let place) = CoordinateText.read(text) else {
            Issue.record("\(text): \(CoordinateText.read(text))")
            return
        }
        #expect(abs(place.latitude - 41.88) < 1e-9, "\(text)")
        #expect(abs(place.longitude + 87.63) < 1e-9, "\(text)")
    }

    @Test(arguments: [
        ("0,0", 0, 0), ("0 0", 0, 0), ("-33.87 151.21", -33.87, 151.21), ("33.87S 151.21E", -33.87, 151.21),
        ("-0.5,-0.25", -0.5, -0.25), (".5,.25", 0.5, 0.25), ("90,-180", 90, -180), ("-0°30′ 0°15′", -0.5, 0.25),
    ])
    func `signs and compass letters select the hemisphere`(
        text: String, latitude: Double, longitude: Double
    ) {
        #expect(Coordinate(text) == Coordinate(latitude: latitude, longitude: longitude))
    }

    @Test(arguments: [
        "41.88", "41.88N", "41.88 -87.63 12", "41.88,-87 12", "41,88 -87,63", "1,2,3,4", "41.88N 87.63N",
        "41.88E 87.63W",
        "N41.88 87.63W",
        "-41.88S 87.63W", "41°61′N 87°W", "41.5°52′N 87°W", "41′52°N 87°W", "91,0", "0,181", "90.1N 0E", "geo:41.88",
        "geo:41.88,x", "41.88,-87.63,1", "41°", "N41.88", "1e5,2",
    ])
    func `rejects something that only looks like a coordinate`(text: String) {
        guard case .fault = CoordinateText.read(text) else {
            Issue.record("\(text): \(CoordinateText.read(text))")
            return
        }
    }

    @Test(arguments: [
        "", " ", ",", "Chicago", "41", "7-11", "3rd", "E", "New York", "cities:41", "geo:", "geo:home", "nan,0",
        "0x1,2", "41.88;-87.63", "٤١,٨٧", "90s", "NE", "°",
    ])
    func `treats anything else as a name`(text: String) {
        #expect(CoordinateText.read(text) == .other)
        #expect(Coordinate(text) == nil)
    }
}
