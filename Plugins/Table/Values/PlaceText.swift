import AggSource

/// A place in text form: a pair of numbers, or a geometry in WKT or GeoJSON.
struct PlaceText {
    /// The place; the center of lines and areas.
    let coordinate: Coordinate
    /// The bounds of lines and areas; nil for a point.
    let bounds: Bounds?

    /// Parses `POINT (lon lat)` and the other geometries, in WKT or GeoJSON, pairs such as `(lat, lon)` in the given
    /// order, and pairs of angles such as `40°26′46″N 79°58′56″W`; nil for anything else.
    init?(_ text: String, _ order: PairText.Order = .latitudeFirst) {
        let trimmed = text.drop { $0.isWhitespace }
        if trimmed.first?.isLetter == true, let place = PlaceText(wkt: String(trimmed)) {
            self = place
        } else if let wkt = Self.wkt(ofJSON: trimmed), let place = PlaceText(wkt: wkt) {
            self = place
        } else if let place = PairText(trimmed)?.coordinate(order) ?? AngleText.pair(trimmed) {
            (coordinate, bounds) = (place, nil)
        } else {
            return nil
        }
    }

    /// The geometry of a GeoJSON text, or of the feature in it, as WKT.
    fileprivate static func wkt(ofJSON text: Substring) -> String? {
        guard text.first == "{", let value = try? JSONValue(parsing: String(text)) else { return nil }
        return GeoJSONGeometry.wkt(value["geometry"] ?? value, .degrees)
    }

    private init?(wkt text: String) {
        var rest = text[...]
        if rest.uppercased().hasPrefix("SRID=") {
            guard rest.hasPrefix("SRID=4326;") else { return nil }
            rest = rest.dropFirst(10)
        }
        let name = rest.prefix { $0.isLetter }.uppercased()
        guard Self.geometries.contains(name), let open = rest.firstIndex(of: "(") else { return nil }
        var box: Bounds?
        for point in rest[open...].split(whereSeparator: { "(),".contains($0) }) {
            let numbers = point.split(separator: " ")
            if numbers.allSatisfy({ $0.first?.isLetter == true }) { continue }
            guard numbers.count >= 2, let longitude = Double(numbers[0]), let latitude = Double(numbers[1]),
                let coordinate = Coordinate(latitude: latitude, longitude: longitude)
            else { return nil }
            box = box.map { $0.including(coordinate) } ?? Bounds(coordinate)
        }
        guard let box, let center = box.center else { return nil }
        coordinate = center
        bounds = box.isPoint ? nil : box
    }

    fileprivate static let geometries = [
        "POINT", "MULTIPOINT", "LINESTRING", "MULTILINESTRING", "POLYGON", "MULTIPOLYGON", "GEOMETRYCOLLECTION",
    ]
}

/// The bounding box of some places; west is greater than east if it crosses the 180th meridian (RFC 7946, section 5.2).
struct Bounds: Hashable {
    private(set) var south: Double
    private(set) var north: Double
    private var longitudes: ClosedRange<Double>
    /// The longitudes counted from 0 to 360 degrees.
    private var eastward: ClosedRange<Double>

    /// Creates the box of one place.
    init(_ place: Coordinate) {
        (south, north) = (place.latitude, place.latitude)
        longitudes = place.longitude...place.longitude
        let degrees = place.longitude < 0 ? place.longitude + 360 : place.longitude
        eastward = degrees...degrees
    }

    var west: Double { crosses180 ? Self.longitude(eastward.lowerBound) : longitudes.lowerBound }
    var east: Double { crosses180 ? Self.longitude(eastward.upperBound) : longitudes.upperBound }

    private var crosses180: Bool {
        (eastward.upperBound - eastward.lowerBound) * 2 < longitudes.upperBound - longitudes.lowerBound
    }

    private static func longitude(_ degrees: Double) -> Double { degrees > 180 ? degrees - 360 : degrees }

    /// The box extended to include a place.
    func including(_ place: Coordinate) -> Bounds {
        var box = self
        let point = Bounds(place)
        box.south = min(south, point.south)
        box.north = max(north, point.north)
        box.longitudes = Self.union(longitudes, point.longitudes)
        box.eastward = Self.union(eastward, point.eastward)
        return box
    }

    private static func union(_ range: ClosedRange<Double>, _ other: ClosedRange<Double>) -> ClosedRange<Double> {
        min(range.lowerBound, other.lowerBound)...max(range.upperBound, other.upperBound)
    }

    /// Whether the box is a single point.
    var isPoint: Bool { south == north && longitudes.lowerBound == longitudes.upperBound }

    /// The middle of the box.
    var center: Coordinate? {
        let middle = crosses180 ? eastward : longitudes
        return Coordinate(
            latitude: (south + north) / 2, longitude: Self.longitude((middle.lowerBound + middle.upperBound) / 2))
    }

    /// The box in GeoJSON order: west, south, east, north.
    var text: String { [west, south, east, north].map { FieldValue.decimal($0).text }.joined(separator: ", ") }
}

extension PlaceText {
    /// Whether a text is a geometry without a place, such as `POINT EMPTY`.
    static func isEmpty(_ text: String) -> Bool {
        if text.first == "{" { return hasNoPositions(text[...]) }
        let words = text.uppercased().split(separator: " ")
        return words.count > 1 && words.last == "EMPTY" && geometries.contains(String(words[0]))
    }

    private static func hasNoPositions(_ json: Substring) -> Bool {
        guard wkt(ofJSON: json)?.hasSuffix(" EMPTY") == true else { return false }
        return !json.contains { $0.isNumber }
    }
}
