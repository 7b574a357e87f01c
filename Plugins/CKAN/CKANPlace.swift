import AggSource
import Foundation

/// The columns with the location of a row: a latitude and a longitude, or one column with both.
struct CKANPlace {
    private let latitude: String?
    private let longitude: String?
    private let both: String?

    private static let latitudes = ["latitude", "lat", "y", "y_coord"]
    private static let longitudes = ["longitude", "lon", "lng", "long", "x", "x_coord"]

    /// Finds the columns by their names.
    init(_ fields: [CKANField]) {
        func named(_ names: [String]) -> String? {
            names.lazy.compactMap { name in fields.first { $0.column == name }?.name }.first
        }
        latitude = named(Self.latitudes)
        longitude = named(Self.longitudes)
        both = named(["geo_point_2d", "geom", "the_geom", "wkt", "geometry", "geojson", "location", "coordinates"])
    }

    /// Whether a field contains coordinates, judging by its name; a `location` can also be the name of a place.
    func isCoordinate(_ field: CKANField) -> Bool {
        [latitude, longitude].contains(field.name) || field.name == both && field.column != "location"
    }

    /// The coordinate of a row; nil if it has none in degrees.
    func coordinate(of row: [String: JSONValue]) -> Coordinate? {
        if let latitude, let longitude, let place = Self.place(row[latitude], row[longitude]) { return place }
        return both.flatMap { row[$0] }.flatMap(Self.point)
    }

    /// The coordinate in a value that contains both numbers: an object, or a text in one of several forms.
    private static func point(_ value: JSONValue) -> Coordinate? {
        if value.objectValue != nil { return pointOfObject(value) }
        guard let text = value.stringValue?.trimmingCharacters(in: .whitespacesAndNewlines) else { return nil }
        if text.hasPrefix("{") {
            // Python programs write dictionaries with single quotes.
            let object = (try? JSONValue(parsing: text)) ?? (try? JSONValue(parsing: text.replacing("'", with: "\"")))
            return object.flatMap(pointOfObject)
        }
        var head = text.uppercased()[...]
        if head.hasPrefix("SRID=4326;") { head = head.drop { $0 != ";" }.dropFirst().drop(while: \.isWhitespace) }
        let numbers = head.split { !($0.isNumber || "+-.E".contains($0)) }.compactMap { Double($0) }
        if head.hasPrefix("POINT") {
            // “POINT (lon lat)”, or “POINT Z (lon lat altitude)”; with commas, three numbers could be anything.
            let marks = head.dropFirst(5).prefix { $0 != "(" }
            guard marks.allSatisfy({ " ZM".contains($0) }), numbers.count >= 2 else { return nil }
            return numbers.count > 2 && head.contains(",") ? nil : known(numbers[1], numbers[0])
        }
        // “(lat, lon)”
        return numbers.count != 2 || head.contains(where: \.isLetter) ? nil : known(numbers[0], numbers[1])
    }

    /// The coordinate of a GeoJSON point, or of an object such as `{"lon": -87.6, "lat": 41.8}`.
    private static func pointOfObject(_ object: JSONValue) -> Coordinate? {
        if let numbers = object["coordinates"]?.arrayValue {
            // A third number is the altitude.
            return numbers.count < 2 ? nil : place(numbers[1], numbers[0])
        }
        func value(_ names: [String]) -> JSONValue? { names.lazy.compactMap { object[$0] }.first }
        return place(value(latitudes), value(longitudes))
    }

    private static func place(_ latitude: JSONValue?, _ longitude: JSONValue?) -> Coordinate? {
        guard let north = number(latitude), let east = number(longitude) else { return nil }
        return known(north, east)
    }

    /// The coordinate of two numbers; nil for 0,0, which stands for an unknown location.
    private static func known(_ latitude: Double, _ longitude: Double) -> Coordinate? {
        latitude == 0 && longitude == 0 ? nil : Coordinate(latitude: latitude, longitude: longitude)
    }

    private static func number(_ value: JSONValue?) -> Double? {
        value?.doubleValue ?? value?.stringValue.flatMap { Double($0.trimmingCharacters(in: .whitespaces)) }
    }
}
