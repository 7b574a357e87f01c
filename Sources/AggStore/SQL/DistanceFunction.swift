import AggSearch
import AggSource
import CSQLite

/// The function `distance_km(latitude, longitude, latitude, longitude)` of SQL: along a great circle, NULL where a value is
/// missing or no place on the earth.
enum DistanceFunction {
    /// Makes the function known to a connection.
    static func add(to handle: borrowing SQLHandle) {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
        sqlite3_create_function_v2(
            handle.pointer, "distance_km", 4, flags, nil,
            { context, count, values in
                guard count == 4, let values, let from = DistanceFunction.place(values[0], values[1]),
                    let to = DistanceFunction.place(values[2], values[3])
                else { return sqlite3_result_null(context) }
                sqlite3_result_double(context, from.distance(to: to))
            }, nil, nil, nil)
    }

    private static func place(_ latitude: OpaquePointer?, _ longitude: OpaquePointer?) -> Coordinate? {
        guard sqlite3_value_type(latitude) != SQLITE_NULL, sqlite3_value_type(longitude) != SQLITE_NULL else {
            return nil
        }
        return Coordinate(latitude: sqlite3_value_double(latitude), longitude: sqlite3_value_double(longitude))
    }
}
