import AggSource

/// The place of a city, and the key of one that has nothing else to be known by.
enum CityPlace {
    /// The coordinate of an item, from `coord` or from the item itself; nil where it has none.
    static func coordinate(of city: JSONObject) throws(MappingFault) -> Coordinate? {
        let place = city["coord"]?.objectValue ?? city
        let longitude = place["lon"] ?? place["lng"]
        switch (place["lat"], longitude) {
        case (nil, nil), (.null, .null): return nil
        case (let latitude, let longitude):
            guard let latitude = degrees(latitude), let longitude = degrees(longitude) else {
                throw MappingFault("has a coordinate that cannot be read")
            }
            guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
                throw MappingFault("has a coordinate out of range")
            }
            return coordinate
        }
    }

    /// The key of a city without an id, as `FR/84/Lyon/45.74,4.84`: it stays as long as name and place do.
    ///
    /// Blanks become hyphens, so that an address is one word at the prompt.
    static func key(
        of city: JSONObject, name: String, country: String, at coordinate: Coordinate?
    ) throws(MappingFault) -> String {
        // Only the shape that never has an id may go without one.
        guard let coordinate, city["coord"] == nil else { throw MappingFault("has no id") }
        let place = [coordinate.latitude, coordinate.longitude].map(JSONWriter.shortest).joined(separator: ",")
        let parts = [country, city["admin1"]?.stringValue ?? "", name, place]
        return String(parts.joined(separator: "/").map { $0.isWhitespace ? "-" : $0 })
    }

    private static func degrees(_ value: JSONValue?) -> Double? {
        value?.stringValue.flatMap(Double.init) ?? value?.doubleValue
    }
}
