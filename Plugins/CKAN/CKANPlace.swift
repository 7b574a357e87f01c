import AggSource

/// The columns with the location of a row: a latitude and a longitude, or one column with both.
struct CKANPlace {
    private let latitude: String?
    private let longitude: String?
    private let both: String?

    /// Finds the columns by their names.
    init(_ fields: [CKANField]) {
        func named(_ names: [String]) -> String? {
            names.lazy.compactMap { name in fields.first { $0.column == name }?.name }.first
        }
        latitude = named(["latitude", "lat", "y", "y_coord"])
        longitude = named(["longitude", "lon", "lng", "long", "x", "x_coord"])
        both = named(["geo_point_2d", "geom", "the_geom", "wkt", "geometry", "location", "coordinates"])
    }

    /// Whether a field is the latitude or the longitude.
    func isAxis(_ field: CKANField) -> Bool { [latitude, longitude].contains(field.name) }

    /// The coordinate of a row; nil if it has none in degrees.
    func coordinate(of row: [String: JSONValue]) -> Coordinate? {
        if let latitude, let longitude, let north = Self.number(row[latitude]), let east = Self.number(row[longitude]) {
            return Coordinate(latitude: north, longitude: east)
        }
        guard let text = both.flatMap({ row[$0] })?.stringValue else { return nil }
        let numbers = text.split { !($0.isNumber || "+-.eE".contains($0)) }.compactMap { Double($0) }
        let head = text.drop(while: \.isWhitespace).uppercased()
        guard numbers.count == 2 else { return nil }
        // “POINT (lon lat)” and GeoJSON start with the longitude, “(lat, lon)” with the latitude.
        if head.hasPrefix("POINT") || head.hasPrefix("{") {
            return Coordinate(latitude: numbers[1], longitude: numbers[0])
        }
        return head.contains { $0.isLetter } ? nil : Coordinate(latitude: numbers[0], longitude: numbers[1])
    }

    private static func number(_ value: JSONValue?) -> Double? {
        value?.doubleValue ?? value?.stringValue.flatMap(Double.init)
    }
}
