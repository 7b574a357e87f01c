import CSQLite
import Foundation

/// The function `distance_km(latitude, longitude, latitude, longitude)` of SQL: along a great circle, NULL where a value is
/// missing.
enum DistanceFunction {
    /// The mean radius of the earth, in kilometres (IUGG).
    private static let radius = 6_371.0088

    /// The distance by the haversine formula, which stays exact for points close together.
    static func kilometres(_ from: (latitude: Double, longitude: Double), _ to: (latitude: Double, longitude: Double))
        -> Double
    {
        func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
        let north = sin(radians(to.latitude - from.latitude) / 2)
        let east = sin(radians(to.longitude - from.longitude) / 2)
        let chord = north * north + cos(radians(from.latitude)) * cos(radians(to.latitude)) * east * east
        return 2 * radius * asin(min(1, chord.squareRoot()))
    }

    /// Makes the function known to a connection.
    static func add(to handle: borrowing SQLHandle) {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
        sqlite3_create_function_v2(
            handle.pointer, "distance_km", 4, flags, nil,
            { context, count, values in
                guard count == 4, let values, (0..<4).allSatisfy({ sqlite3_value_type(values[$0]) != SQLITE_NULL })
                else {
                    return sqlite3_result_null(context)
                }
                let degrees = (0..<4).map { sqlite3_value_double(values[$0]) }
                sqlite3_result_double(
                    context, DistanceFunction.kilometres((degrees[0], degrees[1]), (degrees[2], degrees[3])))
            }, nil, nil, nil)
    }
}
