import AggSearch
import AggSource

/// A circle as the boxes that the index of places is asked for: a band of latitudes each, between two longitudes.
///
/// Bands are tenths of a degree, so that what lies in one town is not read with all that is as far north as the town.
enum PlaceBoxes {
    /// The band of a row, as the index has it.
    static let band = "CAST(latitude * 10 AS INTEGER)"

    /// The rows of a source that lie in boxes, for the end of a `FROM`; both are parameters, the boxes as `json` makes them.
    static func rows(in boxes: String, ofSource source: String) -> String {
        """
        (SELECT value ->> 0 AS band, value ->> 1 AS west, value ->> 2 AS east FROM json_each(\(boxes))) AS box
        CROSS JOIN record INDEXED BY record_place
            ON source = \(source) AND latitude IS NOT NULL AND \(band) = box.band
                AND longitude BETWEEN box.west AND box.east
        """
    }

    /// The boxes of a circle: `[[419, -87.7, -87.5], …]`.
    static func json(of circle: Circle) -> String {
        let latitudes = circle.latitudes
        let bands = Int(clamping: latitudes.lowerBound * 10)...Int(clamping: latitudes.upperBound * 10)
        return JSONValue.array(
            bands.flatMap { band in
                circle.longitudes.map {
                    .array([.integer(Int64(band)), .decimal($0.lowerBound), .decimal($0.upperBound)])
                }
            }
        ).text
    }
}
